import { type I18n, setupI18n } from '@lingui/core';
import english from './generated/en.json' with { type: 'json' };
import { compilePlain, type Messages } from './plain-message.ts';

/** Languages written from right to left. None of ours is; a test shows that pages would be. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

// The language is that of what runs and no parameter, so that what words something need not be a component: a browser shows
// one language at a time, and the server gives each request its own (in-language.ts).
let spoken = 'en';
let languageNow = (): string => spoken;

const spoken18n = new Map<string, I18n>();
addLanguage('en', english as unknown as Messages);

function addLanguage(language: string, messages: Messages): I18n {
  const made = setupI18n();
  // In development Lingui brings the parser, so that a new plural is worded before it is compiled.
  if (process.env.NODE_ENV === 'production') made.setMessagesCompiler(compilePlain);
  made.load(language, messages as unknown as Record<string, string>);
  made.activate(language);
  spoken18n.set(language, made);
  return made;
}

/** What words messages in the language of the page. */
export const lingui = (): I18n => spoken18n.get(languageNow()) ?? (spoken18n.get('en') as I18n);

/** A message in the language of the page; its English text is its key. Called while something is shown or done, never at import. */
export function _(message: string | Message, values?: Record<string, unknown>): string {
  return lingui()._(message as string, values);
}

/** The English text of a constant. Its type is not that of a text, so that it is not shown without `_`. */
export type Message = { readonly [notWorded]: true };
declare const notWorded: unique symbol;

/** Marks the English text of a constant, which `_` words where it is shown. */
export const msg = (text: string): Message => text as unknown as Message;

/** A text that is complete in English, of the rules or of a service, in the language of the page if we have it. */
export function worded(text: string): string {
  const { locale, messages } = lingui();
  if (locale === 'en' || text === '') return text;
  if (messages[text] !== undefined) return _(text);
  for (const [pattern, message] of patternsOf(locale)) {
    const found = pattern.exec(text);
    if (found)
      return _(
        message,
        Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name.slice(1), value])),
      );
  }
  return text;
}

const patterns = new Map<string, [RegExp, string][]>();

/** The messages with plain values: what a text of a service was before they were put in. */
function patternsOf(language: string): [RegExp, string][] {
  let made = patterns.get(language);
  if (!made) {
    const numbered = Object.keys(lingui().messages).filter((message) =>
      /^[^{}]*(?:\{(?:\d|day|moment)\}[^{}]*)+$/.test(message),
    );
    made = numbered.map((message) => [patternOf(message), message]);
    patterns.set(language, made);
  }
  return made;
}

function patternOf(message: string): RegExp {
  const escaped = message.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<v$1>.{1,200})')}$`);
}

/** The language of the page, as BCP 47. */
export const pageLanguage = (): string => languageNow();

export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr');

/** Adds the messages of a language. */
export function learn(language: string, messages: Messages): void {
  if (!spoken18n.has(language)) addLanguage(language, messages);
}

/** Words everything in this language from now on. */
export function speak(language: string): void {
  spoken = language;
}

/** Asks for the language each time, where it is not the same for all that runs. */
export function askForLanguage(ask: () => string | undefined): void {
  languageNow = () => ask() ?? spoken;
}
