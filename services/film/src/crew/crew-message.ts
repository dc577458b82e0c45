import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CrewEntrySchema } from '@marquee/contracts/film/v1/film_pb';
import { ClaimState, type CreditClaimSchema } from '@marquee/contracts/film/v1/studio_pb';
import type { ClaimRow } from './claim-store.ts';
import type { CrewRow } from './crew-store.ts';

/** A credit; who was invited concerns only those who edit the film. */
export function crewMessage(row: CrewRow, forEditor: boolean): MessageInitShape<typeof CrewEntrySchema> {
  return {
    id: row.id,
    credit: row.credit,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    personId: row.person_id ?? '',
    profilePicture: row.profile_picture ?? '',
    invited: forEditor && row.invited,
  };
}

export function claimMessage(row: ClaimRow): MessageInitShape<typeof CreditClaimSchema> {
  return {
    id: row.id,
    filmId: row.film_id,
    entry: {
      id: row.crew_id,
      credit: row.credit,
      firstName: row.first_name,
      lastName: row.last_name,
      role: row.role,
      personId: row.person_id ?? '',
    },
    claimant: {
      id: row.account_id,
      firstName: row.claimant_first_name ?? '',
      lastName: row.claimant_last_name ?? '',
      profilePicture: row.claimant_picture ?? '',
    },
    createdAt: timestampFromDate(row.created_at),
    state: ClaimState[row.state as 'OPEN' | 'ACCEPTED' | 'DECLINED'],
  };
}
