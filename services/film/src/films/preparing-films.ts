import type { Viewer } from '@marquee/runtime/viewer';
import { canEdit, isVisible } from './film-rights.ts';
import type { Film, Queryable } from './films.ts';

/** Whether film `f` cannot be watched yet because its video is being transcoded. */
export const PREPARING = `NOT f.film_ready AND EXISTS (
  SELECT 1 FROM media_copies m WHERE m.media_id = f.film_media_id AND m.transcode_status = 'IN_PROGRESS')`;

type Row = Pick<Film, 'id' | 'createdBy' | 'published' | 'isApproved' | 'website'> & { mediaId: string };

const LIST = `
  SELECT f.id, f.created_by, f.published, f.is_approved, f.website, f.film_media_id AS media_id
  FROM films f WHERE f.id = ANY($1::uuid[]) AND ${PREPARING}`;

/** Those of the films that are being prepared and that the viewer may see, each with its video in media. */
export async function list(db: Queryable, viewer: Viewer, filmIds: readonly string[]): Promise<Row[]> {
  const rows = await db.query<Row>({ name: 'catalogue.preparing', text: LIST, values: [filmIds] });
  return rows.filter((film) => isVisible(film) || canEdit(viewer, film));
}
