import { FilmPublishedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ProfileChangedSchema, SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { newId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import { createOutbox, domainEvent } from '@marquee/events/outbox';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { testPlatform } from '@marquee/testing/test-platform';
import { z } from 'zod';
import { type Base, defineService } from './define-service.ts';
import type { Write } from './use-case.ts';

test('a service consumes the topics of the events that it handles, each once', () => {
  const book = defineService({
    ...{ name: 'film', summary: '', entry: '', config: z.object({}) },
    resources: (base) => base,
    events: [
      on(ProfileChangedSchema, async () => {}),
      on(FilmPublishedSchema, async () => {}),
      on(SessionEndedSchema, async () => {}),
    ],
  });
  expect(book.topics).toEqual(['film', 'identity']);
  expect(
    defineService({ ...{ name: 'film', summary: '', entry: '', config: z.object({}) }, resources: () => ({}) }).topics,
  ).toEqual([]);
});

test.each([
  ['it has no address of', { identity: PeopleService }, 'identity', {}],
  ['it declares no call to', {}, 'identity', { identity: '127.0.0.1:1' }],
])('a service reaches no other that %s', async (_, calls, callee, addresses) => {
  const book = defineService({
    ...{ name: 'film', summary: '', entry: '', config: z.object({}), calls },
    resources: (base) => base.transportTo(callee),
  });
  const platform = { ...(await testPlatform('film')), addresses };
  await expect(book.start({}, platform)).rejects.toThrow(`film declares no call to ${callee}, or has no address of it`);
});

test('a service reaches blobs when it declares that it uses them, and otherwise has none by type or at run time', async () => {
  const common = { name: 'film', summary: '', entry: '', config: z.object({}) };
  const found: unknown[] = [];
  const { blobs, ...platform } = await testPlatform('film');
  const user = defineService({ ...common, uses: ['blobs'], resources: (base) => found.push(base.blobs) });
  // @ts-expect-error: it declares no blobs.
  const other = defineService({ ...common, resources: (base) => found.push(base.blobs) });
  for (const service of [user, other]) await (await service.start({}, { ...platform, blobs })).drain();
  expect(found).toEqual([blobs, undefined]);
  await expect(user.start({}, platform)).rejects.toThrow('film needs a blob store');
});

test('a handler of an event writes as a method does: once, with its event, and its signal after the commit', async () => {
  const platform = await testPlatform('film');
  const signals: string[] = [];
  platform.signals.subscribe('film:*', ({ topic, version }) => signals.push(`${topic} ${version}`));
  const personId = newId();
  let tries = 0;
  const config = z.object({});
  type Resources = Base<z.output<typeof config>, Record<never, never>, never> & { mark: string };
  const follower = defineService({
    ...{ name: 'film', summary: '', entry: '', config },
    migrations: new URL('../../events/sql', import.meta.url).href,
    resources: (base: Omit<Resources, 'mark'>): Resources => ({ ...base, mark: 'own' }),
    events: [
      on(ProfileChangedSchema, async ({ tx, clock, emit, touch, mark, ...rest }: Write<Resources>, { person }) => {
        if (person?.id !== personId) return;
        tries += 1;
        expect([mark, clock]).toEqual(['own', platform.clock]);
        for (const kept of ['db', 'outbox', 'signals']) expect(rest).not.toHaveProperty(kept);
        await tx.query('SELECT 1');
        touch('film', { id: personId, version: BigInt(tries) });
        const film = { type: 'film', id: personId, version: BigInt(tries) };
        await emit(domainEvent(FilmPublishedSchema, { filmId: personId }, film));
        if (tries === 1) throw new Error('rolled back');
      }),
    ],
  });
  const service = await follower.start({}, platform);
  atEnd(() => service.drain(0));
  const changed = domainEvent(
    ProfileChangedSchema,
    { person: { id: personId } },
    { type: 'p', id: personId, version: 1n },
  );
  await platform.db.transaction((tx) => createOutbox({ clock: platform.clock }).append(tx, changed));
  await eventually(() => signals.length > 0);
  expect([tries, signals]).toEqual([2, [`film:${personId} 2`]]);
  const published = 'SELECT 1 FROM outbox WHERE key = $1 AND type = $2';
  expect(await platform.db.query(published, [personId, FilmPublishedSchema.typeName])).toHaveLength(1);
});

test('a service prunes the events and request ids of its own database, and no other does it for it', async () => {
  const platform = await testPlatform('film');
  const { db } = platform;
  const ages = ['23 hours', '25 hours', '20 days 23 hours', '22 days'];
  for (const [index, age] of ages.entries()) {
    const values = [`${index}`, newId(), age];
    await db.query(
      "INSERT INTO request_ids (viewer_id, method, request_id, body_hash, created_at) VALUES ('ada', 'm', $1, '', now() - $2::interval)",
      [`${index}`, age],
    );
    await db.query(
      "INSERT INTO outbox (key, id, topic, type, body, created_at, published_at) VALUES ($1, $2, 't', 't', '', now(), now() - $3::interval)",
      values,
    );
    await db.query('INSERT INTO inbox VALUES ($1, $2, now() - $3::interval)', values);
  }
  await db.query("INSERT INTO outbox (key, id, topic, type, body) VALUES ('pending', gen_random_uuid(), 't', 't', '')");
  const left = async () => {
    const rows = await db.query<{ kept: string }>(`
      SELECT 'request ' || request_id AS kept FROM request_ids UNION ALL
      SELECT 'published ' || key FROM outbox WHERE key <> 'pending' UNION ALL SELECT 'consumed ' || consumer FROM inbox`);
    return rows.map(({ kept }) => kept).sort();
  };
  const all = await left();
  const part = (database?: string) =>
    defineService({
      ...{ name: database ? 'helper' : 'film', summary: '', entry: '', config: z.object({}) },
      ...{ migrations: new URL('../sql', import.meta.url).href, ...(database && { database }) },
      resources: (base) => base,
    });
  const helper = await part('film').start({}, platform);
  await helper.drain(0);
  expect(await left()).toEqual(all);

  const owner = await part().start({}, platform);
  const kept = ['consumed 0', 'consumed 1', 'consumed 2', 'published 0', 'request 0'];
  await eventually(async () => expect(await left()).toEqual(kept));
  await owner.drain(0);
});

test('what was opened is closed when a part of it cannot be, and the first failure is reported', async () => {
  const closed: string[] = [];
  const loop = (name: string, failure?: string) => () => ({
    close: async () => {
      closed.push(name);
      if (failure) throw new Error(failure);
    },
  });
  const book = defineService({
    ...{ name: 'film', summary: '', entry: '', config: z.object({}) },
    resources: (base) => {
      base.onClose(() => void closed.push('resources'));
      return base;
    },
    loops: [loop('first', 'no first'), loop('second', 'no second'), loop('third')],
  });
  const running = await book.start({}, await testPlatform('film'));
  await expect(running.drain(0)).rejects.toThrow('no second');
  expect(closed).toEqual(['third', 'second', 'first', 'resources']);
});

test('a service that cannot start closes what it had opened', async () => {
  const closed: string[] = [];
  const book = defineService({
    ...{ name: 'film', summary: '', entry: '', config: z.object({}) },
    resources: (base) => base,
    loops: [
      () => ({ close: async () => void closed.push('loop') }),
      () => {
        throw new Error('no second loop');
      },
    ],
  });
  await expect(book.start({}, await testPlatform('film'))).rejects.toThrow('no second loop');
  expect(closed).toEqual(['loop']);
});

/** A service with an HTTP server that ends as the test says; `seen` is what it was asked. */
function withHttp(close: () => Promise<void> = async () => {}) {
  const seen: unknown[] = [];
  const service = defineService({
    ...{ name: 'film', summary: '', entry: '', config: z.object({ HTTP_PORT: z.string().default('') }) },
    resources: (base) => {
      base.onClose(() => void seen.push('closed'));
      return base;
    },
    http: {
      port: 'HTTP_PORT',
      serve: async () => ({
        port: 7,
        leave: () => void seen.push('leave'),
        close: (graceMs) => {
          seen.push(graceMs);
          return close();
        },
      }),
    },
  });
  return { service, seen };
}

test('an HTTP server is asked to leave, and has five seconds to end before what it stands on is closed', async () => {
  const { service, seen } = withHttp();
  const running = await service.start({ HTTP_PORT: '' }, await testPlatform('film'));
  expect(running).toMatchObject({ name: 'film', httpPort: 7, rpcPort: 0 });
  running.leave();
  await running.drain();
  expect(seen).toEqual(['leave', 5_000, 'closed']);
});

test('a server that does not end keeps nothing open, and its failure is reported', async () => {
  const { service, seen } = withHttp(() => Promise.reject(new Error('stuck')));
  const running = await service.start({ HTTP_PORT: '' }, await testPlatform('film'));
  await expect(running.drain(0)).rejects.toThrow('stuck');
  expect(seen).toEqual([0, 'closed']);
});
