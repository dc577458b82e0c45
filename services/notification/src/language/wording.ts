import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { addedDateIn, momentIn } from '@marquee/rules/format-in';
import {
  type InterfaceLanguage,
  interfaceLanguageCodes,
  isInterfaceLanguage,
} from '@marquee/rules/interface-languages';
import { placeIn } from '@marquee/rules/places';
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** The English of a message, in the message format of ICU: it is the key of its translations. */
export type TextId = keyof typeof fr & keyof typeof es;

/** Who reads a message: their language, and their time zone where one is known, else ''. */
export type Reader = { language: string; timeZone: string };

/** A language in which messages are written. */
export type Wording = {
  language: InterfaceLanguage;
  /** The text in this language, with its places filled in. */
  t(text: TextId, values?: Record<string, string | number>): string;
  /** A day of the reader's calendar, such as Nov 05, 2026. */
  day(at: Date): string;
  /** A moment with its time zone, such as Nov 05, 2026 at 07:30 PM UTC. */
  moment(at: Date): string;
  /** What identity says of a device and of a place, in English. */
  device(device: string): string;
  place(place: string): string;
};

const CATALOGUES: Record<InterfaceLanguage, Record<string, string>> = { en: {}, es, fr };

/** One for each language, compiled once. English is its own catalogue. */
const languages = new Map<InterfaceLanguage, I18n>(
  interfaceLanguageCodes.map((language) => {
    const ids = Object.keys(fr);
    const compiled = ids.map((id) => [id, compileMessage(CATALOGUES[language][id] ?? id)]);
    return [language, setupI18n({ locale: language, messages: { [language]: Object.fromEntries(compiled) } })];
  }),
);

const UTC = 'UTC';

/** How messages to this reader are worded; in English for a language that we do not have. */
export function wordingFor({ language: wanted, timeZone }: Reader): Wording {
  const language = isInterfaceLanguage(wanted) ? wanted : 'en';
  const i18n = languages.get(language) as I18n;
  const zone = timeZone || UTC;
  const t: Wording['t'] = (text, values) => i18n._(text, values);
  return {
    ...{ language, t },
    day: (at) => addedDateIn(language, at, zone),
    moment: (at) => momentIn(language, at, zone),
    device: (device) => {
      const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
      if (browser && system) return t('{browser} on {system}', { browser, system });
      return device === 'Unknown device' ? t('Unknown device') : device;
    },
    place: (place) => (place === 'Unknown place' ? t('Unknown place') : placeIn(place, language)),
  };
}
