import { placeIn } from '@marquee/rules/places';
import { _, pageLanguage } from '../../language/words.ts';

// Identity writes in English what it knows of a browser.

/** A device in the language of the page, such as "Firefox on Windows". */
export function deviceName(device: string): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  if (browser && system) return _('{browser} on {system}', { browser, system });
  return device === 'Unknown device' ? _('Unknown device') : device;
}

/** A place in the language of the page, such as "Lisbon, Portugal". */
export function placeName(place: string): string {
  return place === 'Unknown place' ? _('Unknown place') : placeIn(place, pageLanguage());
}
