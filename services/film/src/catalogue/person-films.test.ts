import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { AccountSuspendedSchema, ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { ClaimState } from '@marquee/contracts/film/v1/crew_pb';
import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';

let film: FilmHarness;
let maker: Maker;
beforeAll(async () => {
  film = await filmService();
  maker = film.maker();
});

/** Somebody whom makers can name. */
async function person() {
  const somebody = film.lover();
  const { accountId } = somebody.viewer;
  await film.introduce(somebody.viewer, 'José', 'Brandt');
  /** Names the person in a film, and answers for them. */
  const credit = async (filmId: string, credit: string, role = '', answer = ClaimState.ACCEPTED) => {
    const request = { requestId: newId(), filmId, credit, role, firstName: 'J.', lastName: 'Brandt' };
    const { entry } = await maker.crew.addCrew({ ...request, personId: accountId });
    const { credits } = await somebody.crew.listOwnCredits({});
    const named = credits.find((one) => one.entry?.id === entry?.id);
    await somebody.crew.answerCredit({ requestId: newId(), claimId: named?.id ?? '', answer });
  };
  const show = (profileVisibility: ProfileVisibility, version: bigint) =>
    film.deliver(
      ProfileChangedSchema,
      create(ProfileChangedSchema, {
        person: { id: accountId, firstName: 'José', lastName: 'Brandt', version, profileVisibility },
      }),
      accountId,
      version,
    );
  return { ...somebody, accountId, credit, show };
}

const listOf = async (personId: string, who: Pick<Maker, 'catalogue'> = film.visitor()) => {
  const { films, creditCount } = await who.catalogue.listPersonFilms({ personId });
  return {
    films: films.map((one) => [one.film?.id, one.credits.map(({ credit, role }) => `${credit}/${role}`)] as const),
    creditCount,
  };
};

test('a person has the films that everybody finds in which they agreed to a credit [PRO-20:credits]', async () => {
  const jose = await person();
  const [older, newer, declined, draft] = [
    await film.releasedFilm(maker),
    await film.releasedFilm(maker),
    await film.releasedFilm(maker),
    await film.completeFilm(maker),
  ];
  await jose.credit(older, 'Directed by');
  await jose.credit(newer, 'Cast', 'The ferryman');
  await jose.credit(newer, 'Editor');
  await jose.credit(declined, 'Cast', '', ClaimState.DECLINED);
  await jose.credit(draft, 'Cast');

  expect(await listOf(jose.accountId)).toEqual({
    films: [
      [newer, ['Cast/The ferryman', 'Editor/']],
      [older, ['Directed by/']],
    ],
    creditCount: 3,
  });
});

test('the films of a person come in pages; who only made a film is not named by it', async () => {
  const jose = await person();
  const made: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const filmId = await film.releasedFilm(maker);
    await jose.credit(filmId, 'Cast');
    made.unshift(filmId);
  }
  const ask = (cursor: string) =>
    film.visitor().catalogue.listPersonFilms({ personId: jose.accountId, pageSize: 2, cursor });
  const first = await ask('');
  const second = await ask(first.nextCursor);
  expect([...first.films, ...second.films].map((one) => one.film?.id)).toEqual(made);
  expect(second.nextCursor).toBe('');
  await expect(
    film.visitor().catalogue.listPersonFilms({ personId: newId(), pageSize: 2, cursor: first.nextCursor }),
  ).rejects.toMatchObject({ code: Code.InvalidArgument });
  expect(await listOf(maker.viewer.accountId)).toEqual({ films: [], creditCount: 0 });
});

test('the films of a suspended person are listed for nobody else [PRO-20:copies]', async () => {
  const jose = await person();
  await jose.credit(await film.releasedFilm(maker), 'Cast');
  const { accountId } = jose;
  await film.deliver(AccountSuspendedSchema, create(AccountSuspendedSchema, { accountId }), accountId, 9n);
  expect(await listOf(accountId)).toEqual({ films: [], creditCount: 0 });
});

test('the films of a private profile are listed for its owner alone [PRO-20:copies]', async () => {
  const jose = await person();
  const filmId = await film.releasedFilm(maker);
  await jose.credit(filmId, 'Cast');
  await jose.show(ProfileVisibility.PRIVATE, 2n);
  for (const who of [film.visitor(), film.lover(), film.staff()]) {
    expect(await listOf(jose.accountId, who)).toEqual({ films: [], creditCount: 0 });
  }
  expect(await listOf(jose.accountId, jose)).toMatchObject({ creditCount: 1 });
  await jose.show(ProfileVisibility.HIDDEN, 3n);
  expect(await listOf(jose.accountId)).toMatchObject({ creditCount: 1 });
});

test('nobody has no films', async () => {
  for (const personId of ['', 'x', viewers.movieLover().accountId]) {
    expect(await listOf(personId)).toEqual({ films: [], creditCount: 0 });
  }
});

test('the sitemap has films that everybody finds, and no other [PRO-19:film]', async () => {
  const released = await film.releasedFilm(maker);
  const draft = await film.completeFilm(maker);
  const partOf = async (id: string) =>
    (await film.visitor().catalogue.listSitemapFilms({ part: id.slice(-1) })).filmIds;
  expect(await partOf(released)).toContain(released);
  const digit = ((Number.parseInt(released.slice(-1), 16) + 1) % 16).toString(16);
  expect(await partOf(digit)).not.toContain(released);
  expect(await partOf(draft)).not.toContain(draft);
});
