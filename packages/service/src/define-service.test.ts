import { FilmPublishedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
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
