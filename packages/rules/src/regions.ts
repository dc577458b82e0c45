import { z } from 'zod';
import { isCountry } from './countries.ts';
import { fold } from './folded.ts';
import { oneLine } from './plain-text.ts';

export const REGION_LIMITS = { locationsMax: 100, nameLengthMax: 60 } as const;

export const REGION_MESSAGES = {
  country: 'Please choose a country.',
  nameTooLong: `Please enter at most ${REGION_LIMITS.nameLengthMax} characters.`,
  tooMany: `A list has at most ${REGION_LIMITS.locationsMax} places.`,
  twice: 'This place is in the list already.',
} as const;

const name = oneLine().max(REGION_LIMITS.nameLengthMax, REGION_MESSAGES.nameTooLong);

/** A country, or a region or a city of it, by the names that the database of places has: English ones [WAT-03]. */
export const filmLocationSchema = z.object({
  country: z.string().refine(isCountry, REGION_MESSAGES.country),
  region: name.default(''),
  city: name.default(''),
});
export type FilmLocation = z.output<typeof filmLocationSchema>;

const keyOf = ({ country, region, city }: FilmLocation) => [country, fold(region), fold(city)].join('\n');

/** Places that a film is limited to, or kept from. */
export const filmLocationsSchema = z
  .array(filmLocationSchema)
  .max(REGION_LIMITS.locationsMax, REGION_MESSAGES.tooMany)
  .refine((all) => new Set(all.map(keyOf)).size === all.length, REGION_MESSAGES.twice);

/** Where somebody is, as far as their address says. */
type Place = { country: string; region?: string | undefined; city?: string | undefined };

type Limited = { allowedLocations: readonly FilmLocation[]; blockedLocations: readonly FilmLocation[] };

/**
 * Whether a film may be watched at a place [WAT-03]: in one of the allowed places when there are any, and in none of the
 * blocked. A place that is not known well enough to tell is none where it may be watched.
 */
export function isAvailableAt({ allowedLocations, blockedLocations }: Limited, place: Place | undefined): boolean {
  const isAllowed = allowedLocations.length === 0 || allowedLocations.some((one) => isIn(place, one) === true);
  return isAllowed && blockedLocations.every((one) => isIn(place, one) === false);
}

/** Whether the place is in the location; undefined when the place is not known well enough. */
function isIn(place: Place | undefined, { country, region, city }: FilmLocation): boolean | undefined {
  if (!place) return undefined;
  if (place.country !== country) return false;
  const parts = [
    [region, place.region],
    [city, place.city],
  ] as const;
  const asked = parts.filter(([wanted]) => wanted !== '');
  if (asked.some(([wanted, known]) => known !== undefined && fold(known) !== fold(wanted))) return false;
  return asked.some(([, known]) => known === undefined) ? undefined : true;
}
