import { Code } from '@connectrpc/connect';
import { CreditClaimDecidedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ClaimState } from '@marquee/contracts/film/v1/crew_pb';
import { Department } from '@marquee/contracts/film/v1/film_pb';
import { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import { newId } from '@marquee/data/ids';
import { streamsAtOnce } from '@marquee/rules/streams';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import { ticketedEvent } from '../testing/ticketed-event.ts';
import { describe as describeFilms } from './notice-facts.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});
const facts = () => clientFor(film.service, NoticeFactsService, viewers.service('notification'));

test('films are described by id with their maker, and what is no film is left out [NOT-02:facts]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const { films } = await facts().describeFilms({ filmIds: [newId(), filmId, 'no-id'] });
  expect(films).toMatchObject([{ filmId, filmTitle: 'The Quiet of Long Rivers', makerId: maker.viewer.accountId }]);
  expect((await facts().describeFilms({ filmIds: Array(100).fill(filmId) })).films).toHaveLength(1);
  await expect(facts().describeFilms({ filmIds: Array(101).fill(filmId) })).rejects.toMatchObject({
    code: Code.InvalidArgument,
  });
});

test('a film is described with its directors in billing order; each change of its crew is a new version of the film', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const described = async () => {
    const [found] = (await facts().describeFilms({ filmIds: [filmId] })).films;
    return { directors: found?.directors?.names, version: found?.version ?? 0n };
  };
  const add = async (firstName: string) => {
    const request = { requestId: newId(), filmId, credit: 'Directed by', firstName, lastName: 'Souto' };
    return (await maker.crew.addCrew(request)).entry?.id ?? '';
  };
  let last = await described();
  expect(last.directors).toEqual([]);
  const changesTo = async (...directors: string[]) => {
    const now = await described();
    expect(now.directors).toEqual(directors);
    expect(now.version).toBeGreaterThan(last.version);
    last = now;
  };
  const ana = await add('Ana');
  await changesTo('Ana Souto');
  const bo = await add('Bo');
  await changesTo('Ana Souto', 'Bo Souto');
  const order = { department: Department.DIRECTION, crewIds: [bo, ana], seenCrewIds: [ana, bo] };
  await maker.crew.orderCrew({ requestId: newId(), filmId, ...order });
  await changesTo('Bo Souto', 'Ana Souto');
  await maker.crew.removeCrew({ filmId, crewId: bo });
  await changesTo('Ana Souto');
});

test('whom a released film credits with their agreement is listed page by page, and who decided is in the event [NOT-02:new movie]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const credited: string[] = [];
  for (const name of ['Ana', 'Bo', 'Cy']) {
    const somebody = film.lover();
    const { accountId } = somebody.viewer;
    await film.introduce(somebody.viewer, name, 'Brandt');
    const request = { requestId: newId(), filmId, credit: 'Cast', firstName: name, lastName: 'Brandt' };
    await maker.crew.addCrew({ ...request, personId: accountId });
    if (name === 'Cy') continue;
    const [credit] = (await somebody.crew.listOwnCredits({})).credits;
    const claimId = credit?.id ?? '';
    await somebody.crew.answerCredit({ requestId: newId(), claimId, answer: ClaimState.ACCEPTED });
    credited.push(accountId);
    await eventually(async () =>
      expect((await film.published(CreditClaimDecidedSchema)).find((event) => event.claimId === claimId)).toMatchObject(
        {
          ...{ accountId, decidedBy: accountId, accepted: true },
        },
      ),
    );
  }
  const first = await facts().listCreditedPeople({ filmId, pageSize: 1 });
  const second = await facts().listCreditedPeople({ filmId, pageSize: 1, cursor: first.nextCursor });
  expect([...first.accountIds, ...second.accountIds]).toEqual(credited.sort());
  expect(second.nextCursor).toBe('');
  await maker.studio.unpublishFilm({ requestId: newId(), filmId });
  expect((await facts().listCreditedPeople({ filmId })).accountIds).toEqual([]);
});

test('who watches an event on two devices and stops one by the other is counted where they still watch [FES-12:viewers]', async () => {
  const filmIds = [await film.releasedFilm(film.maker()), await film.releasedFilm(film.maker())];
  const events: string[] = [];
  const account = viewers.movieLover();
  for (const filmId of filmIds) {
    const event = await ticketedEvent(film, { filmIds: [filmId] });
    await event.give({ viewer: account });
    events.push(event.id);
  }
  const festival = clientFor(film.service, NoticeFactsService, viewers.service('festival'));
  const counts = async () => {
    const found = await Promise.all(events.map((id) => festival.countEventViewers({ eventIds: [id] })));
    return found.map((answer) => answer.viewers);
  };
  const start = (filmId = '') =>
    film.as({ ...account, sessionId: newId() }).watch.startPlayback({ requestId: newId(), filmId, takeOver: true });
  await start(filmIds[0]);
  expect(await counts()).toEqual([1, 0]);
  for (let device = 0; device < streamsAtOnce(undefined); device += 1) {
    film.clock.advance(1);
    await start(filmIds[1]);
  }
  expect(await counts()).toEqual([0, 1]);
  expect((await festival.countEventViewers({ eventIds: Array(100).fill(events[1]) })).viewers).toBe(1);
  await expect(festival.countEventViewers({ eventIds: Array(101).fill(events[1]) })).rejects.toMatchObject({
    code: Code.InvalidArgument,
  });
});

test.each([
  ['the widest up to 480 pixels', [240, 480, 481], '/media/images/p/480.jpg'],
  ['the narrowest, where all are wider', [640, 1_280], '/media/images/p/640.jpg'],
  ['none, where a poster has no widths', [], ''],
])('a notice has of a poster %s', async (_name, widths, picture) => {
  const rows = [{ filmId: 'f', poster: { uri: '/media/images/p', widths }, directors: ['Ada'] }];
  const [film] = await describeFilms({ query: async () => rows } as never, ['f']);
  expect(film).toMatchObject({ picture, directors: { names: ['Ada'] } });
});

test('a film without a poster has no picture', async () => {
  const rows = [{ filmId: 'f', poster: null, directors: [] }];
  const [film] = await describeFilms({ query: async () => rows } as never, ['f']);
  expect([film?.picture, film?.poster]).toEqual(['', undefined]);
});
