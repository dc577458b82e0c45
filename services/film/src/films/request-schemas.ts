import { QUERY_LENGTH_MAX } from '@marquee/rules/catalogue';
import { ASSET_KINDS } from '@marquee/rules/film-types';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import type { ClientInfo, Place } from '@marquee/runtime/client-info';
import { z } from 'zod';

// Schemas that requests of several methods share; the rest of a request's schema is beside its use case. Ids are looked
// up unchecked: a text that is no id is not found.

/** The words of a search, bounded. */
export const searchText = z.string().transform((text) => text.trim().slice(0, QUERY_LENGTH_MAX));
export const assetKind = z.enum(ASSET_KINDS, 'Please choose what this file is.');

/** One of the names, or '' for none. */
export const choice = <const N extends string>(names: readonly N[]) =>
  z.enum(['', ...names], REQUEST_MESSAGES.choiceUnknown);

export const listSchema = z.object({ pageSize: z.number(), cursor: z.string() });
export const filmIdSchema = z.object({ filmId: z.string() });
/** The place of a call, which the gateway says and no request. */
export const placedSchema = z.object({ place: z.custom<Place | undefined>() });
export const placed = <R extends object>(request: R, { client }: { client: ClientInfo }) => ({
  ...request,
  place: client.place,
});

export const filmPageSchema = listSchema.extend(filmIdSchema.shape);
export const crewIdSchema = filmIdSchema.extend({ crewId: z.string() });
