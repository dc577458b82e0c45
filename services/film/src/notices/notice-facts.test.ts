import { CreditClaimDecidedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ClaimState } from '@marquee/contracts/film/v1/crew_pb';
import { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

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
