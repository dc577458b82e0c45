import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ScreenerChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { GrantKind } from '@marquee/contracts/film/v1/grants_pb';
import { newId } from '@marquee/data/ids';
import { film, filmId, type Lover, watchInstead } from '../testing/playing.ts';
import { ticketedEvent } from '../testing/ticketed-event.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The film of ten minutes has its premiere now. */
async function premieres({ usdCost }: { usdCost: bigint }): Promise<void> {
  const screeningStartTime = timestampFromDate(film.clock.now());
  await film.staff().studio.updateFilm({
    ...{ requestId: newId(), filmId, releaseType: ReleaseType.SCREENING, screeningStartTime },
  });
  await film.db.query('UPDATE films SET is_free = $2 = 0, usd_cost = $2 WHERE id = $1', [filmId, usdCost]);
}
const start = ({ watch }: Lover, inStep = false) => watch.startPlayback({ requestId: newId(), filmId, inStep });
const running = {
  ...{ code: Code.FailedPrecondition, reason: 'PREMIERE_RUNNING' },
  message: 'This film has its premiere now. Please watch it there.',
};

test('while a premiere runs, its ticket plays the film in step alone; after its last picture it does not matter [WAT-04:in-step]', async () => {
  await premieres({ usdCost: 500n });
  const holder = film.lover();
  const preRoll = { preRollVideoUri: 'https://lumen.example/welcome.mp4', preRollDuration: 60 };
  const event = await ticketedEvent(film, { filmIds: [filmId], lengthMs: HOUR_MS, ...preRoll });
  await event.give(holder);
  await expect(start(holder)).rejects.toMatchObject(running);
  expect((await start(holder, true)).access).toMatchObject({ valid: true });
  film.clock.advance(11 * MINUTE_MS - 1);
  await expect(start(holder)).rejects.toMatchObject(running);
  film.clock.advance(1);
  expect((await start(holder)).access).toMatchObject({ valid: true });
});

test('who came into a free premiere plays it in step, too [WAT-04:in-step]', async () => {
  await premieres({ usdCost: 0n });
  const guest = film.lover();
  await guest.watch.unlockFilm({ requestId: newId(), filmId });
  await expect(start(guest)).rejects.toMatchObject(running);
  expect((await start(guest, true)).access).toMatchObject({ valid: true });
});

test('another right to the film plays it at will, and so does a preview [WAT-04:in-step]', async () => {
  const [bought, granted, elsewhere] = [film.lover(), film.lover(), film.lover()];
  await bought.watch.unlockFilm({ requestId: newId(), filmId });
  await premieres({ usdCost: 500n });
  const event = await ticketedEvent(film, { filmIds: [filmId], lengthMs: HOUR_MS });
  for (const holder of [bought, granted]) await event.give(holder);
  await film.staff().grants.grantAccess({
    ...{ requestId: newId(), accountId: granted.viewer.accountId, filmId },
    ...{ kind: GrantKind.REPLAY, hours: 2, reason: 'They lost the beginning.' },
  });
  // An event that began a day ago shows the film for two days; the premiere is not there.
  const festival = await ticketedEvent(film, { filmIds: [filmId], startsInMs: MINUTE_MS, lengthMs: 48 * HOUR_MS });
  await festival.give(elsewhere);
  film.clock.advance(2 * MINUTE_MS);
  for (const viewer of [bought, granted, elsewhere]) {
    expect((await start(viewer)).access).toMatchObject({ valid: true });
  }
  const staff = film.staff();
  const preview = await staff.watch.startPlayback({ requestId: newId(), filmId });
  expect(preview.access).toMatchObject({ valid: true, preview: true });
});

test('who makes, checks or judges a film watches it at will, also with a ticket to its premiere [WAT-04:in-step]', async () => {
  const [maker, judge] = [film.maker(), film.lover()];
  watchInstead(await film.releasedFilm(maker));
  await premieres({ usdCost: 500n });
  const submissionId = newId();
  const endsAt = timestampFromDate(new Date(film.clock.now().getTime() + HOUR_MS));
  const screener = { submissionId, filmId, accountId: judge.viewer.accountId, endsAt };
  await film.deliver(ScreenerChangedSchema, create(ScreenerChangedSchema, screener), submissionId, 1n);
  const event = await ticketedEvent(film, { filmIds: [filmId], lengthMs: HOUR_MS });
  for (const viewer of [maker, film.staff(), judge]) {
    await event.give(viewer);
    expect((await start(viewer)).access).toMatchObject({ valid: true, preview: false });
  }
});

test('a right that is over, and the right of somebody else, play no premiere at will [WAT-04:in-step]', async () => {
  const [bought, late] = [film.lover(), film.lover()];
  await bought.watch.unlockFilm({ requestId: newId(), filmId });
  await film.staff().grants.grantAccess({
    ...{ requestId: newId(), accountId: late.viewer.accountId, filmId },
    ...{ kind: GrantKind.EXTRA_TIME, hours: 1, reason: 'They lost the beginning.' },
  });
  film.clock.advance(2 * HOUR_MS);
  await premieres({ usdCost: 500n });
  const event = await ticketedEvent(film, { filmIds: [filmId], lengthMs: HOUR_MS });
  for (const viewer of [late, film.lover()]) {
    await event.give(viewer);
    await expect(start(viewer)).rejects.toMatchObject(running);
  }
});
