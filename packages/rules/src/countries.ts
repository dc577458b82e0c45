import countries from './countries.json' with { type: 'json' };

/** A country to choose from: ISO 3166-1 alpha-2 code, English name, dial code without the +. */
export type Country = { code: string; name: string; dialCode: string };

export const COUNTRY_DEFAULT = 'US';
export const DIAL_CODE_DEFAULT = '1';

/** Countries with telephones, by name. */
export const COUNTRIES: readonly Country[] = countries;

const BY_CODE: ReadonlyMap<string, Country> = new Map(COUNTRIES.map((country) => [country.code, country]));

/** The country of an ISO code, if it is in the list. */
export function countryOf(code: string): Country | undefined {
  return BY_CODE.get(code);
}

/** The dial code of a country; 1 when it is not in the list [AUT-03]. */
export function dialCodeOf(code: string): string {
  return BY_CODE.get(code)?.dialCode ?? DIAL_CODE_DEFAULT;
}

/** The name of a country in English, or its code when it is not in the list. */
export function countryName(code: string): string {
  return countryOf(code)?.name ?? code;
}

/** Whether a code is that of a country, also of one without telephones. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') return false;
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code) !== undefined;
}
