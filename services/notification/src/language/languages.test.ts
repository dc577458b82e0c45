// @inputs services/notification/src
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { interfaceLanguageCodes } from '@marquee/rules/interface-languages';
import { everyMessage, everyNotice } from '../testing/every-message.ts';
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import { wordingFor } from './wording.ts';

const CATALOGUES = { es, fr };
const TRANSLATED = ['es', 'fr'] as const;
const NOBODY = { firstName: '', person: '', film: '' };
const SOURCES = join(import.meta.dirname, '..');
const readerOf = (language: string) => ({ language, timeZone: '' });

/** The places of a message, of what kind they are, and the cases of a choice. */
function placesOf(message: string): string[] {
  const found = new Set<string>();
  const visit = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      const [name, kind = '', cases = {}] = token as [string, string?, Record<string, unknown>?];
      found.add(`${name} ${kind} ${Object.keys(cases).sort().join(' ')}`);
      for (const one of Object.values(cases)) visit(one);
    }
  };
  visit(compileMessage(message));
  return [...found].sort();
}

/** The characters of text messages of 160 (GSM 03.38); with any other a part has 70. */
const BASIC = /^[A-Za-z0-9 @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;

test('every text has a translation in each language, and no translation is left over [SET-07:mails] [NOT-05:languages]', () => {
  expect(Object.keys(es).sort()).toEqual(Object.keys(fr).sort());
  const code = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts', 'testing/**'] });
  const said = code.map((file) => readFileSync(join(SOURCES, file), 'utf8')).join('\n');
  const unused = Object.keys(fr).filter((text) => !said.includes(`'${text}'`));
  expect(unused).toEqual([]);
});

describe.each(TRANSLATED)('%s', (language) => {
  test.each(Object.entries(CATALOGUES[language]))('%s keeps its places [NOT-05:languages]', (english, translated) => {
    expect(translated.trim()).toBe(translated);
    expect(placesOf(translated)).toEqual(placesOf(english));
  });
});

describe.each(interfaceLanguageCodes)('every message in %s', (language) => {
  test.each([
    ['with names', undefined],
    ['without', NOBODY],
  ])('is whole %s: no place, no English left, no markup [NOT-05:languages]', async (_names, sample) => {
    const english = new Map(await everyMessage(readerOf('en'), sample));
    for (const [name, { subject, text, html }] of await everyMessage(readerOf(language), sample)) {
      for (const part of [subject, text, html.replace(/<style>[\s\S]*<\/style>/, '')]) {
        expect([name, part]).toEqual([
          name,
          expect.not.stringMatching(/[{}]|undefined|\[object|NaN|\bplural\b|\bselect\b/),
        ]);
      }
      expect(subject).not.toMatch(/[\r\n]/);
      if (language === 'en') continue;
      expect([name, text]).not.toEqual([name, english.get(name)?.text]);
      expect([name, text]).toEqual([
        name,
        expect.not.stringMatching(/(?<!\p{L})(the|your|you|this|was|is|of|until)(?!\p{L})/u),
      ]);
      if (html) expect(html).toContain(`<html lang="${language}">`);
    }
  });

  test('a code fits in one part of a text message, with the basic alphabet alone [AUT-08:text] [NOT-05:languages]', async () => {
    const texts = new Map(await everyMessage(readerOf(language)));
    const code = texts.get('code text')?.text ?? '';
    expect(code.length).toBeLessThanOrEqual(160);
    for (const name of ['code text', 'UNDO_EMAIL text', 'UNDO_PHONE text']) {
      expect(texts.get(name)?.text).toMatch(BASIC);
    }
  });

  test('subjects have one line of reasonable length [NOT-05:languages]', async () => {
    for (const [name, { subject, html }] of await everyMessage(readerOf(language))) {
      if (html) expect([name, subject]).toEqual([name, expect.stringMatching(/^.{8,110}$/)]);
    }
  });
});

test('in French no line of a mail begins with a sign that belongs to the word before it [SET-07:mails]', async () => {
  // Text messages have the basic alphabet alone, which has no such spaces.
  const mails = (await everyMessage(readerOf('fr'))).filter(([, { html }]) => html);
  const torn = mails.filter(([, { subject, text }]) => /« | [»:;?!]/.test(`${subject}\n${text}`));
  expect(torn.map(([name]) => name)).toEqual([]);
});

test('the English of the specification is exact [NOT-02]', async () => {
  const notices = new Map(await everyNotice(readerOf('en')));
  expect(notices.get('CONNECTION_REQUESTED by')?.title).toBe('Connect Request');
  expect(notices.get('CONNECTION_ACCEPTED by')?.title).toBe('Maeve Byrne accepted your request');
  expect(notices.get('CREDIT_CLAIM by')?.title).toBe('Film Credit Claim Request');
});

test('days and moments are of the reader’s language and time zone, places of their language [NOT-05:languages]', () => {
  const at = new Date('2026-11-05T00:30:00Z');
  const momentOf = (language: string, timeZone: string) => wordingFor({ language, timeZone }).moment(at);
  expect(momentOf('en', '')).toBe('Nov 05, 2026 at 12:30\u00a0AM\u00a0UTC');
  expect(momentOf('en', 'America/New_York')).toBe('Nov 04, 2026 at 07:30\u00a0PM\u00a0EST');
  expect(momentOf('fr', 'Europe/Paris')).toBe('5 nov. 2026, 01:30\u00a0UTC+1');
  expect(momentOf('es', 'Europe/Madrid')).toBe('5 nov 2026, 1:30\u00a0CET');
  expect(wordingFor({ language: 'fr', timeZone: 'America/New_York' }).day(at)).toBe('4 nov. 2026');
  expect(wordingFor({ language: 'es', timeZone: '' }).day(at)).toBe('5 nov 2026');
  const french = wordingFor({ language: 'fr', timeZone: '' });
  expect([french.place('Munich, Germany'), french.place('Germany'), french.place('Unknown place')]).toEqual([
    ...['Munich, Allemagne', 'Allemagne', 'Lieu inconnu'],
  ]);
  expect(french.device('Firefox on Linux')).toBe('Firefox sur Linux');
  expect(wordingFor({ language: 'de', timeZone: '' }).language).toBe('en');
});
