import { type InterfaceLanguage, isInterfaceLanguage } from '@marquee/rules/interface-languages';
import type { ClientInfo } from '@marquee/runtime/client-info';
import { UAParser } from 'ua-parser-js';
import { z } from 'zod';

/** The browser that calls, as the gateway describes it. */
export type Browser = ClientInfo & {
  /** The challenge cookie; empty without one. */
  challengeToken: string;
  /** What it was given for each address that it signed in with; see `knownToken`. */
  knownTokens: readonly string[];
  /** Of the accounts that are signed in in it, the one that it uses first. */
  sessionTokens: readonly string[];
};

/** The part of a request's schema that holds the browser, which the metadata of the call describes. */
export const withBrowserSchema = z.object({ browser: z.custom<Browser>() });

const PLACE_UNKNOWN = 'Unknown place';
const DEVICE_UNKNOWN = 'Unknown device';
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** What a person recognises: "Firefox on Windows". */
export function deviceOf({ userAgent }: Browser): string {
  const { browser, os, device } = UAParser(userAgent);
  const system = device.model && device.type ? device.model : os.name;
  if (browser.name && system) return `${browser.name} on ${system}`;
  return browser.name ?? system ?? DEVICE_UNKNOWN;
}

/** What `deviceOf` says of the device beside the browser: its model or its system, '' where it knows neither. */
export function modelOf(device: string): string {
  const [, model = ''] = device.split(' on ', 2);
  return model;
}

/** The language of its pages, or English for one that we have no texts in. */
export function languageOf({ language = '' }: Pick<Browser, 'language'>): InterfaceLanguage {
  return isInterfaceLanguage(language) ? language : 'en';
}

/** What a person recognises: "Portugal", or "Lisbon, Portugal" where the city is known [AUT-20]. */
export function placeOf({ place }: Browser): string {
  if (!place) return PLACE_UNKNOWN;
  const country = COUNTRY_NAMES.of(place.country) ?? place.country;
  const within = place.city ?? place.region;
  return within ? `${within}, ${country}` : country;
}
