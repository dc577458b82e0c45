import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ReviewSchema } from '@marquee/contracts/film/v1/film_pb';
import type { ReviewRow } from './review-store.ts';

export function reviewMessage(row: ReviewRow): MessageInitShape<typeof ReviewSchema> {
  return {
    id: row.id,
    filmId: row.film_id,
    createdAt: timestampFromDate(row.created_at),
    updatedAt: timestampFromDate(row.updated_at),
    rating: row.rating,
    message: row.message,
    user: {
      id: row.account_id,
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
      profilePicture: row.profile_picture ?? '',
    },
    filmTitle: row.film_title,
  };
}
