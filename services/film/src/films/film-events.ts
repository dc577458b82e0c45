import {
  FilmApprovedSchema,
  FilmCreatedSchema,
  FilmDecidedSchema,
  FilmEditedSchema,
  FilmOwnerChangedSchema,
  FilmPublishedSchema,
  FilmReleasedSchema,
  FilmRemovedSchema,
  FilmUnpublishedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import { isVisible } from './film-rights.ts';
import type { Film } from './films.ts';

type Id = Pick<Film, 'id' | 'version'>;

const film = ({ id, version }: Id) => ({ type: 'film', id, version });

export const filmCreated = (row: Id & Pick<Film, 'createdBy'>): DomainEvent =>
  domainEvent(FilmCreatedSchema, { filmId: row.id, createdBy: row.createdBy }, film(row));

export const filmRemoved = (row: Id): DomainEvent => domainEvent(FilmRemovedSchema, { filmId: row.id }, film(row));

const filmEdited = (row: Film) => domainEvent(FilmEditedSchema, { filmId: row.id }, film(row));
const filmReleased = (row: Film) => domainEvent(FilmReleasedSchema, { filmId: row.id }, film(row));
const filmUnpublished = (row: Film) => domainEvent(FilmUnpublishedSchema, { filmId: row.id }, film(row));
const filmPublished = (row: Film) =>
  domainEvent(FilmPublishedSchema, { filmId: row.id, createdBy: row.createdBy }, film(row));
const filmApproved = (row: Film) =>
  domainEvent(FilmApprovedSchema, { filmId: row.id, approved: row.isApproved }, film(row));

export const filmDecided = (row: Film, actionId: string): DomainEvent =>
  domainEvent(FilmDecidedSchema, { filmId: row.id, actionId }, film(row));

const ownerChanged = (previousOwnerId: string) => (row: Film) =>
  domainEvent(FilmOwnerChangedSchema, { filmId: row.id, ownerId: row.createdBy, previousOwnerId }, film(row));

/** What a change of a film's row means, in order; an edit when nothing else. */
export function eventsBetween(before: Film, after: Film): ((row: Film) => DomainEvent)[] {
  const events = [
    after.published && !before.published && filmPublished,
    after.isApproved !== before.isApproved && filmApproved,
    isVisible(after) && !isVisible(before) && filmReleased,
    !after.published && before.published && filmUnpublished,
    after.createdBy !== before.createdBy && ownerChanged(before.createdBy),
  ].filter((event) => event !== false);
  return events.length > 0 ? events : [filmEdited];
}
