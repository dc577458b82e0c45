import { FilmPublishedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { on } from '@marquee/events/consumer';
import { testPlatform } from '@marquee/testing/test-platform';
import { z } from 'zod';
import { defineService } from './define-service.ts';

test.each([
  ['one that it does not declare', ['film'], 'declares the topics [film] and handles events of [film, identity]'],
  [
    'fewer than it declares',
    ['film', 'identity', 'media'],
    'declares the topics [film, identity, media] and handles events of [film, identity]',
  ],
])('a service that consumes %s does not start: its lag would not be watched', async (_, topics, message) => {
  const book = defineService({
    ...{ name: 'film', summary: '', entry: '', config: z.object({}), topics },
    resources: (base) => base,
    events: [() => [on(ProfileChangedSchema, async () => {}), on(FilmPublishedSchema, async () => {})]],
  });
  await expect(book.start({}, await testPlatform('film'))).rejects.toThrow(`film ${message}`);
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
