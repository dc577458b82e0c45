import { SetMakerAutoApprovalResponseSchema } from '@marquee/contracts/film/v1/back_office_pb';
import { getFilm, type Queryable } from '../films/film-store.ts';
import { type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';

/** Whether staff let this maker's films be approved as they are published [STU-01]. */
export async function isAutoApproved(db: Queryable, accountId: string): Promise<boolean> {
  const text = 'SELECT 1 FROM maker_settings WHERE account_id = $1 AND auto_approved';
  return (await db.query(text, [accountId])).length > 0;
}

/** Sets it for the maker of a film; what is published already keeps its approval. */
export async function setMakerAutoApproval(
  resources: FilmResources,
  write: Write,
  filmId: string,
  autoApproved: boolean,
) {
  return writeOnce(resources, write, SetMakerAutoApprovalResponseSchema, async (tx) => {
    const { created_by } = await getFilm(tx, filmId);
    await tx.query(
      `INSERT INTO maker_settings (account_id, auto_approved) VALUES ($1, $2)
       ON CONFLICT (account_id) DO UPDATE SET auto_approved = EXCLUDED.auto_approved`,
      [created_by, autoApproved],
    );
    return { autoApproved };
  });
}
