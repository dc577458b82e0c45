import { Code } from '@connectrpc/connect';
import { Department } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { CREW_LIMITS } from '@marquee/rules/film-crew';
import { type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';
import { DIRECTORS } from './departments.ts';

const { DIRECTION, WRITING, CAST, CREW, UNSPECIFIED } = Department;

let film: FilmHarness;
let maker: Maker;
let filmId: string;
beforeAll(async () => {
  film = await filmService();
});
beforeEach(async () => {
  maker = film.maker();
  filmId = await film.releasedFilm(maker);
});

async function add(credit: string, firstName: string, lastName = 'Souto'): Promise<string> {
  const { entry } = await maker.crew.addCrew({ requestId: newId(), filmId, credit, firstName, lastName });
  return entry?.id ?? '';
}

const listed = async () => (await film.visitor().catalogue.listCrew({ filmId })).crew;
const names = async () => (await listed()).map(({ firstName }) => firstName);
const order = (seenCrewIds: string[], crewIds: string[], department = CAST, who: Pick<Maker, 'crew'> = maker) =>
  who.crew.orderCrew({ requestId: newId(), filmId, department, crewIds, seenCrewIds });

test('direction comes first, then writing, then the cast, then all others, whatever was added when [FLM-04:order]', async () => {
  await add('Music by', 'Ida');
  await add('Cast', 'José');
  await add('  written BY: ', 'Rui');
  await add('Art Director', 'Eva');
  await add('Co-director', 'Ana');
  expect((await listed()).map(({ firstName, department }) => [firstName, department])).toEqual([
    ['Ana', DIRECTION],
    ['Rui', WRITING],
    ['José', CAST],
    ['Ida', CREW],
    ['Eva', CREW],
  ]);
});

test('the maker sets the billing order of a department; who is added later comes last [FLM-05:order]', async () => {
  const [a, b, c] = [await add('Cast', 'A'), await add('Cast', 'B'), await add('Cast', 'C')];
  await add('Directed by', 'D');
  const signals = film.signalsOf(filmId);
  await order([a, b, c], [c, a, b]);
  expect(await names()).toEqual(['D', 'C', 'A', 'B']);
  await add('Starring', 'E');
  expect(await names()).toEqual(['D', 'C', 'A', 'B', 'E']);
  expect(signals).toHaveLength(2);
  const pages = [];
  for (let cursor = '', more = true; more; more = cursor !== '') {
    const page = await film.visitor().catalogue.listCrew({ filmId, pageSize: 2, cursor });
    pages.push(...page.crew.map(({ firstName }) => firstName));
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(['D', 'C', 'A', 'B', 'E']);
});

test('an order of other credits than the maker saw is refused, and changes nothing [FLM-05:order]', async () => {
  const [a, b] = [await add('Cast', 'A'), await add('Cast', 'B')];
  const director = await add('Directed by', 'D');
  await order([a, b], [b, a]);
  for (const [seen, wanted] of [
    [
      [a, b],
      [a, b],
    ],
    [[b], [b]],
    [[b, a], [a]],
    [
      [b, a],
      [a, a],
    ],
    [
      [b, a],
      [a, director],
    ],
    [
      [b, a, newId()],
      [a, b, newId()],
    ],
  ] as [string[], string[]][]) {
    await expect(order(seen, wanted)).rejects.toMatchObject({
      code: Code.FailedPrecondition,
      reason: 'CREW_CHANGED',
      message: 'The credits were changed in the meantime. They are shown as they are now.',
    });
  }
  expect(await names()).toEqual(['D', 'B', 'A']);
  const signals = film.signalsOf(filmId);
  // What is so already is no change.
  await order([b, a], [b, a]);
  expect(signals).toEqual([]);
});

test('only who edits the film orders its credits, a department at a time, 500 at the most [FLM-05:order]', async () => {
  const [a, b] = [await add('Cast', 'A'), await add('Cast', 'B')];
  await expect(order([a, b], [b, a], CAST, film.maker())).rejects.toMatchObject({ reason: 'FILM_NOT_YOURS' });
  await expect(order([a, b], [b, a], UNSPECIFIED)).rejects.toMatchObject({ fields: [{ field: 'department' }] });
  const many = Array.from({ length: CREW_LIMITS.crewMax + 1 }, () => a);
  await expect(order([a, b], many)).rejects.toMatchObject({ fields: [{ field: 'crewIds' }] });
  await expect(order(many, [a, b])).rejects.toMatchObject({ fields: [{ field: 'seenCrewIds' }] });
  await order([a, b], [b, a], CAST, film.staff());
  expect(await names()).toEqual(['B', 'A']);
});

test('a film names its directors in billing order, each once, wherever it is listed [FLM-02:directors]', async () => {
  const directorsOf = async () => {
    const visitor = film.visitor();
    const [page, list, feed, own] = await Promise.all([
      visitor.catalogue.getFilm({ filmId }),
      visitor.catalogue.listFilms({}),
      visitor.catalogue.getFeed({}),
      maker.studio.getMyFilm({ filmId }),
    ]);
    const carded = [list.films, feed.hero ?? [], ...feed.rails.map(({ films }) => films)]
      .flat()
      .filter(({ id }) => id === filmId);
    expect(carded.length).toBeGreaterThan(1);
    const all = [page.film, own.film?.film, ...carded].map((one) => one?.directors.join(', '));
    expect(new Set(all).size).toBe(1);
    return page.film?.directors;
  };
  await add('Produced by', 'Rui');
  expect(await directorsOf()).toEqual([]);
  const [a, b] = [await add('Directed by', 'Ana'), await add('Director', 'José', 'Brandt')];
  await add('Co-director', 'Ana');
  expect(await directorsOf()).toEqual(['Ana Souto', 'José Brandt']);
  const present = (await listed()).filter(({ department }) => department === DIRECTION).map(({ id }) => id);
  await order(present, [b, ...present.filter((id) => id !== b)], DIRECTION);
  expect(await directorsOf()).toEqual(['José Brandt', 'Ana Souto']);
  await maker.crew.removeCrew({ filmId, crewId: b });
  expect(await directorsOf()).toEqual(['Ana Souto']);
  expect(present[0]).toBe(a);
});

test('the directors of a film are read by an index', async () => {
  const plan = await film.db.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off');
    return tx.query(`EXPLAIN SELECT ${DIRECTORS} FROM films f WHERE f.id = '${filmId}'`);
  });
  expect(JSON.stringify(plan)).toMatch(/crew_billing/);
});

test('the account that made a film is named to its maker and staff alone [FLM-02:maker]', async () => {
  await film.introduce(maker.viewer, 'Ines', 'Prado');
  const creatorFor = async (who: Pick<Maker, 'watch'>) => (await who.watch.getFilmAccess({ filmId })).creatorName;
  expect(await Promise.all([maker, film.staff()].map(creatorFor))).toEqual(['Ines Prado', 'Ines Prado']);
  expect(await Promise.all([film.visitor(), film.lover(), film.maker()].map(creatorFor))).toEqual(['', '', '']);
});
