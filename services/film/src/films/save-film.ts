import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import {
  FilmApprovedSchema,
  FilmEditedSchema,
  FilmPublishedSchema,
  FilmReleasedSchema,
  FilmUnpublishedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import type { Tx } from '@marquee/data/database';
import type { Film } from '../../gen/prisma/client.ts';
import type { FilmResources } from '../resources.ts';
import { isVisible } from './film-rights.ts';
import { type FilmChanges, updateFilm } from './film-store.ts';

type Event = { schema: DescMessage; message: Message };

/**
 * Writes changes of a film that the transaction has locked, and the events that they are. Each event takes a version
 * of its own, because consumers drop what is not newer.
 */
export async function saveFilm(
  { outbox, clock }: Pick<FilmResources, 'outbox' | 'clock'>,
  tx: Tx,
  before: Film,
  changes: FilmChanges,
  updatedBy: string,
): Promise<Film> {
  const now = clock.now();
  const after: Film = { ...before, ...changes };
  const released = isVisible(after) && !isVisible(before);
  const events = eventsOf(before, after, released);
  const saved = await updateFilm(tx, before.id, {
    ...changes,
    ...(released && !before.released_at && { released_at: now }),
    version: before.version + BigInt(events.length),
    updated_by: updatedBy,
    updated_at: now,
  });
  for (const [index, event] of events.entries()) {
    const aggregateVersion = before.version + BigInt(index + 1);
    await outbox.append(tx, { ...event, aggregateType: 'film', aggregateId: before.id, aggregateVersion });
  }
  return saved;
}

function eventsOf(before: Film, after: Film, released: boolean): Event[] {
  const film = { filmId: after.id };
  const events: Event[] = [];
  const add = (schema: DescMessage, message: Message) => events.push({ schema, message });
  if (after.published && !before.published) {
    add(FilmPublishedSchema, create(FilmPublishedSchema, { ...film, createdBy: after.created_by }));
  }
  if (after.is_approved !== before.is_approved) {
    add(FilmApprovedSchema, create(FilmApprovedSchema, { ...film, approved: after.is_approved }));
  }
  if (released) add(FilmReleasedSchema, create(FilmReleasedSchema, film));
  if (!after.published && before.published) add(FilmUnpublishedSchema, create(FilmUnpublishedSchema, film));
  if (events.length === 0) add(FilmEditedSchema, create(FilmEditedSchema, film));
  return events;
}
