import { Code } from '@connectrpc/connect';
import { CreditNamedSchema, CrewInvitedSchema } from '@marquee/contracts/events/v1/film_pb';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService, type Maker, startHarness, testKeys } from '../testing/film-service.ts';
import * as marks from './invitation-marks.ts';

const DAY_MS = 86_400_000;

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

async function filmWithCredit(maker: Maker = film.maker()) {
  const filmId = await film.completeFilm(maker);
  const addCredit = async () => {
    const credit = { credit: 'Cast', firstName: 'José', lastName: 'Brandt' };
    const { entry } = await maker.crew.addCrew({ requestId: newId(), filmId, ...credit });
    return entry?.id ?? '';
  };
  const crewId = await addCredit();
  const invite = (email: string, credit = crewId) =>
    maker.crew.inviteCrew({ requestId: newId(), filmId, crewId: credit, email });
  return { maker, filmId, crewId, addCredit, invite };
}

const somebody = (domain = 'example.com') => `p${newId()}@${domain}`;

const refusedUntil = (text: string) => ({
  code: Code.ResourceExhausted,
  reason: 'INVITED_LATELY',
  message: `You can invite this person again from ${text}.`,
});

test('a film invites a person once in seven days, whatever the credit and the spelling of the address [FLM-05:invite]', async () => {
  const { maker, filmId, crewId, addCredit, invite } = await filmWithCredit();
  const name = somebody().split('@')[0];
  await invite(`${name}@gmail.com`);
  const again = refusedUntil('Nov 27, 2026 at 12:00\u00a0PM\u00a0UTC');
  const [first, rest] = [name?.slice(0, 4), name?.slice(4)];
  for (const email of [
    `${name}@gmail.com`,
    `${first}.${rest}+crew@GoogleMail.com`,
    ` ${name?.toUpperCase()}@gmail.com`,
  ]) {
    await expect(invite(email)).rejects.toMatchObject(again);
    await expect(invite(email, await addCredit())).rejects.toMatchObject(again);
  }
  // Removing the credit does not reset the limit.
  await maker.crew.removeCrew({ filmId, crewId });
  await expect(invite(`${name}@gmail.com`, await addCredit())).rejects.toMatchObject(again);
  // Somebody else may be invited.
  await invite(somebody(), await addCredit());

  film.clock.advance(7 * DAY_MS - 1);
  await expect(invite(`${name}@gmail.com`, await addCredit())).rejects.toMatchObject({
    ...again,
    metadata: { retryAfterS: '1' },
  });
  film.clock.advance(1);
  expect((await invite(`${name}@gmail.com`, await addCredit())).entry?.invited).toBe(true);
});

test('a maker invites one person twice a day over all films, learns when again, and leaves the others their mails [FLM-05:invite]', async () => {
  const maker = film.maker();
  const films = await Promise.all(Array.from({ length: 3 }, () => filmWithCredit(maker)));
  const [email, other] = [somebody(), await filmWithCredit()];
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const tomorrow = `${day.format(film.clock.now().getTime() + DAY_MS)} at 12:00\u00a0PM\u00a0UTC`;
  const mailed = async () => {
    const ids = [...films, other].map(({ filmId }) => filmId);
    return (await film.published(CrewInvitedSchema)).filter(({ filmId }) => ids.includes(filmId)).length;
  };
  const answers = await Promise.allSettled(films.map(({ invite }) => invite(email)));
  const [refused, ...more] = answers.filter(({ status }) => status === 'rejected');
  expect([refused, more]).toEqual([
    { status: 'rejected', reason: expect.objectContaining(refusedUntil(tomorrow)) },
    [],
  ]);
  expect(await mailed()).toBe(2);
  await other.invite(email);
  expect(await mailed()).toBe(3);

  const third = films[answers.findIndex(({ status }) => status === 'rejected')];
  film.clock.advance(DAY_MS);
  expect((await third?.invite(email))?.entry?.invited).toBe(true);
  expect(await mailed()).toBe(4);
});

test('of invitations by many makers to one person at once, ten are mailed in a day, and no maker learns which [FLM-05:invite]', async () => {
  const films = await Promise.all(Array.from({ length: 5 }, () => filmWithCredit()));
  const email = somebody();
  await film.db.query(
    `INSERT INTO invitation_marks (id, film_id, recipient_hash, created_at, invited_by, mailed)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, $2, gen_random_uuid(), mailed
     FROM (SELECT true AS mailed FROM generate_series(1, 8) UNION ALL SELECT false FROM generate_series(1, 9))`,
    [marks.recipientHash(testKeys.RECIPIENT_HASH_KEY, { email, phoneNumber: '' }), film.clock.now()],
  );
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const inAWeek = `${day.format(film.clock.now().getTime() + 7 * DAY_MS)} at 12:00\u00a0PM\u00a0UTC`;
  const ids = films.map(({ filmId }) => filmId);
  const mailed = async () =>
    (await film.published(CrewInvitedSchema)).map(({ filmId }) => filmId).filter((id) => ids.includes(id));

  const answers = await Promise.all(films.map(({ invite }) => invite(email)));
  expect(answers.map(({ entry }) => entry?.invited)).toEqual(Array(5).fill(true));
  for (const { invite } of films) await expect(invite(email)).rejects.toMatchObject(refusedUntil(inAWeek));
  const first = await mailed();
  expect(first).toHaveLength(2);
  const stored = 'SELECT film_id FROM crew_invitations WHERE email = $1';
  const kept = (await film.db.query<{ filmId: string }>(stored, [email])).map(({ filmId }) => filmId);
  expect(kept.sort()).toEqual(first.sort());

  // Invitations that were not mailed do not stop those of others.
  const byOthers = async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => filmWithCredit()));
    ids.push(...others.map(({ filmId }) => filmId));
    await Promise.all(others.map(({ invite }) => invite(email)));
  };
  film.clock.advance(DAY_MS / 2);
  await byOthers();
  expect(await mailed()).toHaveLength(2);
  film.clock.advance(DAY_MS / 2);
  await byOthers();
  expect(await mailed()).toHaveLength(5);
});

test('an account sends at most 100 invitations in 24 hours, for all films and processes together [FLM-05:bounds]', async () => {
  const maker = film.maker();
  const films = await Promise.all([1, 2].map(() => filmWithCredit(maker)));
  await film.db.query(
    `INSERT INTO invitation_marks (id, film_id, recipient_hash, created_at, invited_by)
     SELECT gen_random_uuid(), gen_random_uuid(), decode(md5(n::text), 'hex'), $2, $1 FROM generate_series(1, 99) AS n`,
    [maker.viewer.accountId, film.clock.now()],
  );
  const processes = [film, await startHarness(film)];
  const email = somebody();
  // Both are on their way while somebody else invites the same person.
  const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const somebodyElse = film.db.transaction(async (tx) => {
    await marks.lockRecipient(tx, marks.recipientHash(testKeys.RECIPIENT_HASH_KEY, { email, phoneNumber: '' }));
    held.resolve();
    await done.promise;
  });
  await held.promise;
  const both = Promise.allSettled(
    films.map(({ filmId, crewId }, index) =>
      processes[index]?.as(maker.viewer).crew.inviteCrew({ requestId: newId(), filmId, crewId, email }),
    ),
  );
  const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
  await eventually(async () => expect(await film.db.query(waiting)).toHaveLength(2));
  done.resolve();
  await somebodyElse;
  expect((await both).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = {
    code: Code.ResourceExhausted,
    reason: 'INVITATION_LIMIT',
    message: 'You have sent many invitations today. Please try again tomorrow.',
  };
  for (const { invite } of films) await expect(invite(somebody())).rejects.toMatchObject(refused);
  // Naming somebody is possible, and mails nobody.
  const person = film.lover();
  await film.introduce(person.viewer, 'José', 'Brandt');
  const credit = { credit: 'Cast', firstName: 'José', lastName: 'Brandt', personId: person.viewer.accountId };
  await maker.crew.addCrew({ requestId: newId(), filmId: films[0]?.filmId ?? '', ...credit });
  const { accountId } = person.viewer;
  expect((await film.published(CreditNamedSchema)).filter((event) => event.accountId === accountId)).toEqual([]);
  // Another maker may.
  const other = await filmWithCredit();
  expect((await other.invite(somebody())).entry?.invited).toBe(true);

  film.clock.advance(DAY_MS);
  for (const { invite } of films) expect((await invite(somebody())).entry?.invited).toBe(true);
});

test('of the same invitation many times at once, one is sent [FLM-05:invite]', async () => {
  const { filmId, invite } = await filmWithCredit();
  const email = somebody();
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => invite(email)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await film.published(CrewInvitedSchema)).filter((event) => event.filmId === filmId)).toHaveLength(1);
});

test('an address is kept while a mail may be sent, and then only as a hash until its limits have passed [FLM-05:invite]', async () => {
  const { filmId, invite } = await filmWithCredit();
  const [first, second] = [somebody(), somebody()];
  const rows = () =>
    film.db.query<{ email: string; open: boolean }>(
      'SELECT email, ended_at IS NULL AS open FROM crew_invitations WHERE film_id = $1 ORDER BY id',
      [filmId],
    );
  const kept = () => film.db.query('SELECT * FROM invitation_marks WHERE film_id = $1', [filmId]);
  await invite(first);
  await invite(second);
  expect(await rows()).toEqual([
    { email: '', open: false },
    { email: second, open: true },
  ]);
  expect(JSON.stringify(await kept())).not.toContain('example.com');
  expect(await kept()).toHaveLength(2);

  film.clock.advance(14 * DAY_MS + 1);
  await eventually(async () => expect(await rows()).toContainEqual({ email: '', open: true }));
  await eventually(async () => expect(await kept()).toEqual([]));
  const [, event] = (await film.published(CrewInvitedSchema)).filter((event) => event.filmId === filmId);
  const notification = clientFor(film.service, CrewService, viewers.service('notification'));
  const invitationId = event?.invitationId ?? '';
  expect(await notification.getCreditInvitation({ invitationId })).toMatchObject({ email: '', ended: true });
});
