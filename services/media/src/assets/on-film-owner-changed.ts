import { FilmOwnerChangedSchema } from '@marquee/contracts/events/v1/film_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import type { MediaWrite } from '../resources.ts';
import * as links from '../upload-links/upload-links.ts';
import * as assets from './assets.ts';

/** The files of a film go with it to another account; links by which the owner before let others upload end. */
export const onFilmOwnerChanged = on(
  FilmOwnerChangedSchema,
  async ({ tx, clock, touch }: MediaWrite, { filmId, ownerId, previousOwnerId }) => {
    if (![filmId, ownerId, previousOwnerId].every(isId)) return;
    for (const asset of await assets.give(tx, { filmId, from: previousOwnerId, to: ownerId })) touch('asset', asset);
    await links.revokeOfFilm(tx, { filmId, ownerId: previousOwnerId }, clock.now());
  },
);
