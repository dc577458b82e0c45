import { LANGUAGES, languageOfBrowser } from './preferred-languages.ts';
import { updateProfileSchema } from './profile.ts';

test('there are English, Spanish and French, each by its own name [SET-07:languages]', () => {
  expect(LANGUAGES).toEqual([
    { code: 'en', name: 'English' },
    { code: 'es', name: 'Español' },
    { code: 'fr', name: 'Français' },
  ]);
});

test.each([
  ['', 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['', 'de-DE, es;q=0.5, en;q=0.4', 'es'],
  ['', 'en;q=0.1, es-419;q=0.7', 'es'],
  ['', 'fr;q=0, en', 'en'],
  ['', 'pt-BR', 'en'],
  ['', '*', 'en'],
  ['', '', 'en'],
  ['fr', 'es', 'fr'],
  ['xx', 'es', 'es'],
])('a browser that chose “%s” and asks for “%s” gets %s [SET-07:browser]', (chosen, accepted, language) => {
  expect(languageOfBrowser(chosen, accepted)).toBe(language);
});

test('only the beginning of a long list is read', () => {
  expect(languageOfBrowser('', `${'xx,'.repeat(10_000)}fr`)).toBe('en');
});

test('a profile takes these languages and no other [PRO-15:preferredLanguage]', () => {
  for (const { code } of LANGUAGES) {
    expect(updateProfileSchema.parse({ preferredLanguage: code })).toEqual({ preferredLanguage: code });
  }
  expect(updateProfileSchema.safeParse({ preferredLanguage: 'de' }).error?.issues[0]?.message).toBe(
    'Please choose a language from the list.',
  );
});
