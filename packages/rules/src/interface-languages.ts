/** The languages of pages, emails and messages, each by its own name; the first is what everybody gets who chose none [SET-07]. */
export const INTERFACE_LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
] as const;

export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number]['code'];

export const interfaceLanguageCodes = INTERFACE_LANGUAGES.map(({ code }) => code) as [
  InterfaceLanguage,
  ...InterfaceLanguage[],
];

export function isInterfaceLanguage(code: string): code is InterfaceLanguage {
  return INTERFACE_LANGUAGES.some((one) => one.code === code);
}
