import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { UserRecordsService } from '@marquee/contracts/film/v1/user_records_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

const trusted = () => film.as(viewers.staff({ steppedUpAt: film.clock.now() }));
const id = () => ({ requestId: newId() });
const why = { reason: 'asked by mail' };
const missing = { reason: 'RECORD_NOT_FOUND' };

/** A film of somebody, with one credit. */
async function makeFilm(title: string) {
  const maker = viewers.entertainmentPro();
  const [filmId, crewId] = [newId(), newId()];
  await film.db.query(
    `INSERT INTO films (id, film_title, log_line, country, genres, language, project_type, release_date, created_by,
       created_at, updated_by, updated_at)
     VALUES ($1, $2, '', 'PT', '{Drama}', 'pt', 'SHORT', '2026-01-01', $3, now(), $3, now())`,
    [filmId, title, maker.accountId],
  );
  await film.db.query(
    `INSERT INTO crew (id, film_id, credit, first_name, last_name, created_at)
     VALUES ($1, $2, 'Writer', 'Ada', 'Lovelace', now())`,
    [crewId, filmId],
  );
  return { filmId, crewId, maker };
}

async function unlock(filmId: string, accountId: string, createdAt: Date): Promise<string> {
  const unlockId = newId();
  await film.db.query(
    'INSERT INTO unlocks (id, account_id, film_id, expire_at, created_at) VALUES ($1, $2, $3, $4, $5)',
    [unlockId, accountId, filmId, new Date(createdAt.getTime() + 86_400_000), createdAt],
  );
  return `${filmId}:${unlockId}`;
}

test('every method of user records refuses all but staff [ADU-11]', async () => {
  for (const viewer of [
    viewers.visitor(),
    viewers.movieLover(),
    viewers.entertainmentPro(),
    viewers.service('media'),
  ]) {
    const calls = film.as(viewer).records as unknown as Record<string, (request: object) => Promise<unknown>>;
    for (const { localName } of UserRecordsService.methods) {
      await expect(calls[localName]?.({})).rejects.toMatchObject({
        reason: expect.stringMatching(/^(FORBIDDEN|SIGN_IN_NEEDED)$/),
      });
    }
  }
});

test('unlocked films of a user are read by filmId:suffix, and taken back with a reason [ADU-06:unlocks]', async () => {
  const { accountId } = viewers.movieLover();
  const [older, newer] = [await makeFilm('Older'), await makeFilm('Newer')];
  const now = film.clock.now().getTime();
  const first = await unlock(older.filmId, accountId, new Date(now - 1_000));
  const second = await unlock(newer.filmId, accountId, new Date(now));
  const { records, moderation } = trusted();
  const page = await records.listUserUnlocks({ accountId, pageSize: 1 });
  expect(page.unlocks).toMatchObject([{ key: second, filmTitle: 'Newer' }]);
  const next = await records.listUserUnlocks({ accountId, pageSize: 1, cursor: page.lastKey });
  expect([next.unlocks.map(({ key }) => key), next.lastKey]).toEqual([[first], '']);
  const named = { accountId, unlockKey: first };
  expect((await records.getUserUnlock(named)).unlock).toMatchObject({ filmId: older.filmId, filmTitle: 'Older' });

  await records.deleteUserUnlock({ ...id(), ...named, ...why });

  await expect(records.getUserUnlock(named)).rejects.toMatchObject(missing);
  await expect(records.deleteUserUnlock({ ...id(), ...named, ...why })).rejects.toMatchObject(missing);
  expect((await records.listUserUnlocks({ accountId })).unlocks.map(({ key }) => key)).toEqual([second]);
  const { actions } = await moderation.listFilmActions({ filmId: older.filmId });
  expect(actions).toMatchObject([
    { kind: FilmActionKind.UNLOCK_DELETED, ...why, changes: [{ field: 'unlockedBy', before: accountId, after: '' }] },
  ]);
});

test('an unlock is found under its own user, and by a whole key only [ADU-06:unlocks]', async () => {
  const { accountId } = viewers.movieLover();
  const { filmId } = await makeFilm('Kept');
  const unlockKey = await unlock(filmId, accountId, film.clock.now());
  const { records } = trusted();
  const names = [
    { accountId: newId(), unlockKey },
    { accountId, unlockKey: filmId },
    { accountId, unlockKey: `${filmId}:${newId()}` },
    { accountId, unlockKey: `${unlockKey}:more` },
    { accountId: 'nobody', unlockKey },
  ];
  for (const name of names) {
    await expect(records.getUserUnlock(name)).rejects.toMatchObject(missing);
    await expect(records.deleteUserUnlock({ ...id(), ...name, ...why })).rejects.toMatchObject(missing);
  }
  expect((await records.listUserUnlocks({ accountId })).unlocks).toHaveLength(1);
});

test('invitations from the films of a user are read, with the address for who may see addresses, and ended with a reason [ADU-06:invitations] [ADU-10:invitations]', async () => {
  const { filmId, crewId, maker } = await makeFilm('Crewed');
  const email = 'invited@example.com';
  await film.as(maker).crew.inviteCrew({ ...id(), filmId, crewId, email });
  const { accountId } = maker;
  const { records, moderation } = trusted();
  const { invitations } = await records.listUserInvitations({ accountId });
  const name = { firstName: 'Ada', lastName: 'Lovelace' };
  expect(invitations).toMatchObject([{ filmId, filmTitle: 'Crewed', ...name, credit: 'Writer', email }]);
  const masked = { email: 'i•••@example.com', phone: '' };
  const admin = film.as(viewers.admin()).records;
  expect((await admin.listUserInvitations({ accountId })).invitations).toMatchObject([masked]);
  const named = { accountId, invitationId: invitations[0]?.id ?? '' };
  expect((await records.getUserInvitation(named)).invitation).toEqual(invitations[0]);
  expect((await admin.getUserInvitation(named)).invitation).toMatchObject(masked);
  await expect(records.getUserInvitation({ ...named, accountId: newId() })).rejects.toMatchObject(missing);

  await records.deleteUserInvitation({ ...id(), ...named, ...why });

  expect((await records.listUserInvitations({ accountId })).invitations).toEqual([]);
  await expect(records.getUserInvitation(named)).rejects.toMatchObject(missing);
  await expect(records.deleteUserInvitation({ ...id(), ...named, ...why })).rejects.toMatchObject(missing);
  const { actions } = await moderation.listFilmActions({ filmId });
  expect(actions[0]).toMatchObject({ kind: FilmActionKind.INVITATION_DELETED, ...why });
});
