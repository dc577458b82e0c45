import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Tx } from '@marquee/data/database';
import { on } from '@marquee/events/consumer';
import { refreshSearchText } from '../films/film-store.ts';

const KEEP_PERSON = `
  INSERT INTO people AS p (id, first_name, last_name, profile_picture, version) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
    profile_picture = excluded.profile_picture, version = excluded.version
  WHERE p.version < excluded.version
  RETURNING id`;

/** Film's own copy of display names, by version; searches by maker follow it. */
export async function keepPerson(
  tx: Tx,
  person: { id: string; firstName: string; lastName: string; profilePicture: string; version: bigint },
): Promise<void> {
  const values = [person.id, person.firstName, person.lastName, person.profilePicture, person.version];
  const kept = await tx.query({ name: 'people.keep', text: KEEP_PERSON, values });
  if (kept.length > 0) await refreshMaker(tx, person.id);
}

async function refreshMaker(tx: Tx, personId: string): Promise<void> {
  const films = await tx.query<{ id: string }>('SELECT id FROM films WHERE created_by = $1 ORDER BY id', [personId]);
  await refreshSearchText(
    tx,
    films.map(({ id }) => id),
  );
}

export const peopleEvents = [
  on(ProfileChangedSchema, async (tx, { person, removed }) => {
    if (!person) return;
    if (!removed) return keepPerson(tx, person);
    // The row stays, without a name, so that a late older event cannot bring the name back.
    await keepPerson(tx, { id: person.id, firstName: '', lastName: '', profilePicture: '', version: person.version });
  }),
];
