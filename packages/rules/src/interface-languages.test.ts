import { INTERFACE_LANGUAGES, isInterfaceLanguage } from './interface-languages.ts';
import { updateProfileSchema } from './profile.ts';

test('there are English, Spanish and French, each by its own name [SET-07:languages]', () => {
  expect(INTERFACE_LANGUAGES).toEqual([
    { code: 'en', name: 'English' },
    { code: 'es', name: 'Español' },
    { code: 'fr', name: 'Français' },
  ]);
  expect(['en', 'es', 'fr', 'de', ''].map(isInterfaceLanguage)).toEqual([true, true, true, false, false]);
});

test('a profile takes these languages and no other [PRO-15:preferredLanguage]', () => {
  for (const { code } of INTERFACE_LANGUAGES) {
    expect(updateProfileSchema.parse({ preferredLanguage: code })).toEqual({ preferredLanguage: code });
  }
  expect(updateProfileSchema.safeParse({ preferredLanguage: 'de' }).error?.issues[0]?.message).toBe(
    'Please choose a language from the list.',
  );
});
