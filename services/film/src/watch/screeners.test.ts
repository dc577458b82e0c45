import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ScreenerChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

const HOUR_MS = 3_600_000;

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

/** A film that is not published, and somebody whom festival lets watch it for an hour. */
async function screened() {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  await maker.studio.unpublishFilm({ requestId: newId(), filmId });
  const [judge, submissionId] = [film.lover(), newId()];
  let version = 0n;
  const say = (inMs: number) => {
    version += 1n;
    const endsAt = timestampFromDate(new Date(film.clock.now().getTime() + inMs));
    const message = { submissionId, filmId, accountId: judge.viewer.accountId, endsAt };
    return film.deliver(ScreenerChangedSchema, create(ScreenerChangedSchema, message), submissionId, version);
  };
  return { maker, filmId, judge, say };
}

test('a judge watches a film that is not published until the time is over, and nobody else does [FES-09:screener]', async () => {
  const { filmId, judge, say } = await screened();
  const hidden = { reason: 'FILM_NOT_AVAILABLE' };
  await expect(judge.watch.getFilmAccess({ filmId })).rejects.toMatchObject(hidden);
  await say(HOUR_MS);
  expect((await judge.watch.getFilmAccess({ filmId })).access).toMatchObject({ valid: true, preview: true });
  await expect(film.lover().watch.getFilmAccess({ filmId })).rejects.toMatchObject(hidden);
  const { playbackSessionId } = await judge.watch.startPlayback({ requestId: newId(), filmId });
  film.clock.advance(HOUR_MS - 1);
  const at = { playbackSessionId, positionMs: 1_000, playedMs: 1_000 };
  expect((await judge.watch.heartbeat(at)).access).toMatchObject({ valid: true });
  film.clock.advance(1);
  expect((await judge.watch.heartbeat({ ...at, playedMs: 1_001 })).access).toMatchObject({ valid: false });
  await expect(judge.watch.startPlayback({ requestId: newId(), filmId })).rejects.toMatchObject(hidden);
});

test('a decision ends what a judge watches at the next heartbeat [FES-09:screener]', async () => {
  const { filmId, judge, say } = await screened();
  await say(HOUR_MS);
  const { playbackSessionId } = await judge.watch.startPlayback({ requestId: newId(), filmId });
  await say(0);
  film.clock.advance(1_000);
  const beat = await judge.watch.heartbeat({ playbackSessionId, positionMs: 500, playedMs: 500 });
  expect(beat.access).toMatchObject({ valid: false });
});

test('what a judge watches is no view and no play [FES-09:screener]', async () => {
  const { maker, filmId, judge, say } = await screened();
  await say(HOUR_MS);
  const { playbackSessionId } = await judge.watch.startPlayback({ requestId: newId(), filmId });
  film.clock.advance(90_000);
  const at = { playbackSessionId, positionMs: 90_000, playedMs: 90_000 };
  await judge.watch.heartbeat(at);
  expect(await judge.watch.markView({ playbackSessionId, playedMs: 90_000 })).toMatchObject({ counted: false });
  await eventually(async () => {
    const text = 'SELECT furthest_ms FROM playback_sessions WHERE id = $1';
    expect(await film.db.query(text, [playbackSessionId])).toEqual([{ furthestMs: 90_000 }]);
  });
  expect(await film.db.query('SELECT 1 FROM play_deltas WHERE film_id = $1', [filmId])).toEqual([]);
  const range = { fromDay: '2026-11-01', toDay: '2026-12-31' };
  const { totals } = await maker.statistics.getFilmPlays({ filmId, ...range });
  expect([totals?.starts ?? 0n, totals?.views ?? 0n]).toEqual([0n, 0n]);
});

test('festival learns who is part of a film that is not published [FES-09:conflicts]', async () => {
  const { maker, filmId } = await screened();
  const member = film.lover();
  await film.introduce(member.viewer, 'Ana', 'Brandt');
  const named = { firstName: 'Ana', lastName: 'Brandt', personId: member.viewer.accountId };
  await maker.crew.addCrew({ requestId: newId(), filmId, credit: 'Sound', ...named });
  const facts = clientFor(film.service, NoticeFactsService, viewers.service('festival'));
  const accounts = async () => (await facts.listFilmAccounts({ filmIds: [filmId, newId()] })).films;
  // Who was named and has not agreed cannot be kept from judging by it.
  expect(await accounts()).toMatchObject([{ filmId, accountIds: [maker.viewer.accountId] }]);
  const [credit] = (await member.crew.listOwnCredits({})).credits;
  await member.crew.answerCredit({ requestId: newId(), claimId: credit?.id ?? '', answer: 2 });
  const both = [maker.viewer.accountId, member.viewer.accountId].sort();
  expect((await accounts()).map(({ accountIds }) => accountIds.toSorted())).toEqual([both]);
});
