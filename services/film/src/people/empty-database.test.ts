import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { newId } from '@marquee/data/ids';
import { implement, serve } from '@marquee/runtime/rpc/serve';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { testPlatform } from '@marquee/testing/test-platform';
import { startHarness } from '../testing/film-service.ts';
import { startMediaDouble } from '../testing/media-double.ts';

const PEOPLE = 130;

/** An identity that exports people by pages of the size asked for, and tells who asked. */
async function exporter(platform: Awaited<ReturnType<typeof testPlatform>>) {
  const everybody = Array.from({ length: PEOPLE }, (_, index) => ({
    ...{ id: newId(), firstName: `First${index}`, lastName: 'Lindqvist', version: 4n },
  }));
  const callers: (string | undefined)[] = [];
  const sizes: number[] = [];
  const never = () => Promise.reject(new Error('film asks identity nothing but this'));
  const people = implement(PeopleService, {
    getProfile: never,
    getProfileCounters: never,
    exportBlocks: async () => ({ blocks: [], nextCursor: '' }),
    listSitemapProfiles: never,
    searchPeople: never,
    getMailAddress: never,
    async exportPeople({ pageSize, cursor }, { caller }) {
      callers.push(caller);
      sizes.push(pageSize);
      const start = Number(cursor || 0);
      const next = start + pageSize;
      return { people: everybody.slice(start, next), nextCursor: next < everybody.length ? String(next) : '' };
    },
  });
  const { log, clock, verifier } = platform;
  const server = await serve({
    service: 'identity',
    host: '127.0.0.1',
    port: 0,
    log,
    clock,
    verifier,
    implementations: [people],
  });
  atEnd(() => server.drain(100));
  return { address: `127.0.0.1:${server.port}`, everybody, callers, sizes };
}

test('film with an empty database copies all people that identity exports, and later deletes those who are gone, without events', async () => {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const alone = await testPlatform('film', { clock });
  const media = await startMediaDouble(alone);
  const identity = await exporter(alone);
  const platform = { ...alone, addresses: { ...alone.addresses, media: media.address, identity: identity.address } };
  const film = await startHarness({ platform, media, clock });

  const names = async () => alone.db.query<{ id: string; firstName: string }>('SELECT id, first_name FROM people');
  await eventually(async () => (await names()).length === PEOPLE);
  expect(new Set(identity.callers)).toEqual(new Set(['film']));
  // As many as identity gives at once.
  expect(new Set(identity.sizes)).toEqual(new Set([100]));

  const known = identity.everybody[PEOPLE - 1];
  const maker = film.maker({ accountId: known?.id ?? '' });
  const filmId = await film.releasedFilm(maker);
  const creator = async () => (await maker.watch.getFilmAccess({ filmId })).creatorName;
  expect(await creator()).toBe(`First${PEOPLE - 1} Lindqvist`);
  const found = async () => (await film.staff().backOffice.listAllFilms({ query: `First${PEOPLE - 1}` })).films.length;
  await film.indexed();
  expect(await found()).toBe(1);

  // Film was stopped for longer than the bus keeps events, and the person was removed meanwhile.
  identity.everybody.pop();
  clock.advance(14 * 86_400_000);
  await startHarness({ platform, media, clock });
  await eventually(async () => (await found()) === 0);
  expect(await creator()).toBe('');
});
