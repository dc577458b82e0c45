import { type DescMessage, fromBinary } from '@bufbuild/protobuf';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import {
  FilmApprovedSchema,
  FilmEditedSchema,
  FilmPublishedSchema,
  FilmReleasedSchema,
  FilmRemovedSchema,
  FilmUnpublishedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import type { Bus, Subscription } from '@marquee/events/bus';

/** The home page and the lists of films. */
export const FEED_TAG = 'feed';

/** The one table that says which event drops which pages: those of the film, and of the feed. */
const DROPPED_BY: readonly DescMessage[] = [
  FilmPublishedSchema,
  FilmUnpublishedSchema,
  FilmEditedSchema,
  FilmApprovedSchema,
  FilmReleasedSchema,
  FilmRemovedSchema,
];

/** Drops cached pages when an event makes them wrong; other changes show within the pages' 5 s of life. */
export async function followPageTags(bus: Bus, drop: (tags: string[]) => void): Promise<Subscription> {
  const types = new Set(DROPPED_BY.map((schema) => schema.typeName));
  return bus.tail({
    topic: 'film',
    handler: async ({ type, body }) => {
      if (!types.has(type)) return;
      drop([`film:${fromBinary(EnvelopeSchema, body).aggregateId}`, FEED_TAG]);
    },
  });
}
