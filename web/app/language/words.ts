import { i18n } from '@lingui/core';
import english from './generated/en.json' with { type: 'json' };
import { compilePlain, type Messages } from './plain-message.ts';

/** Languages written from right to left. None of ours is; a test shows that pages would be. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

// A browser shows one language at a time, and the server renders a page without interruption (entry.server.tsx). So the
// language is a value of this module, and what words something does not have to be a component or be given a parameter.
i18n.setMessagesCompiler(compilePlain);
i18n.load('en', english as unknown as Record<string, string>);
i18n.activate('en');

/**
 * A message in the language of the page; its English text is its key. Called while something is shown or done, never at
 * import or in a loader.
 */
export function _(message: string | Message, values?: Record<string, unknown>): string {
  return i18n._(message as string, values);
}

/** The English text of a constant. Its type is not that of a text, so that it is not shown without `_`. */
export type Message = { readonly [notWorded]: true };
declare const notWorded: unique symbol;

/** Marks the English text of a constant, which `_` words where it is shown. */
export const msg = (text: string): Message => text as unknown as Message;

/** A text that is complete in English, of the rules or of a service, in the language of the page if we have it. */
export function worded(text: string): string {
  if (text === '' || i18n.locale === 'en' || i18n.messages[text] !== undefined) return _(text);
  for (const [pattern, message] of patterns()) {
    const found = pattern.exec(text);
    if (found) return _(message, Object.fromEntries(found.slice(1).map((value, at) => [at, value])));
  }
  return text;
}

const patternsOf = new Map<string, [RegExp, string][]>();

/** The messages with values that have numbers for names: what a text was before they were put in. */
function patterns(): [RegExp, string][] {
  let made = patternsOf.get(i18n.locale);
  if (!made) {
    const numbered = Object.keys(i18n.messages).filter((message) => message.includes('{0}'));
    made = numbered.map((message) => [patternOf(message), message]);
    patternsOf.set(i18n.locale, made);
  }
  return made;
}

function patternOf(message: string): RegExp {
  const escaped = message.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{\d\}/g, '(.{1,200})')}$`);
}

/** The language of the page, as BCP 47. */
export const pageLanguage = (): string => i18n.locale;

export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr');

const loaded = new Set(['en']);

/** Words everything in this language from now on, with these messages if it has none yet. */
export function speak(language: string, messages: Messages = {}): void {
  if (!loaded.has(language)) i18n.load(language, messages as unknown as Record<string, string>);
  loaded.add(language);
  if (i18n.locale !== language) i18n.activate(language);
}
