import type { Place } from '@marquee/runtime/client-info';
import { z } from 'zod';

const text = z.string().min(1).optional().catch(undefined);
const named = z.object({ names: z.object({ en: text }) });
const country = z.string().regex(/^[A-Z]{2}$/);

/** In the files of ip-location-db. */
const flatRecord = z.object({ country_code: country, state1: text, city: text });
/** In the files of MaxMind and in its format elsewhere. */
const nestedRecord = z.object({
  country: z.object({ iso_code: country }),
  subdivisions: z.array(named).optional().catch(undefined),
  city: named.optional().catch(undefined),
});

const UNKNOWN_COUNTRY = 'ZZ';

/** The place in a record of an MMDB file; undefined for a record without a country. */
export function placeOfRecord(record: unknown): Place | undefined {
  const flat = flatRecord.safeParse(record).data;
  if (flat) return placeIn(flat.country_code, flat.state1, flat.city);
  const nested = nestedRecord.safeParse(record).data;
  return nested && placeIn(nested.country.iso_code, nested.subdivisions?.[0]?.names.en, nested.city?.names.en);
}

function placeIn(code: string, region: string | undefined, city: string | undefined): Place | undefined {
  if (code === UNKNOWN_COUNTRY) return undefined;
  return { country: code, ...(region && { region }), ...(city && { city }) };
}
