import { type InterfaceLanguage, interfaceLanguageCodes } from './interface-languages.ts';

/** The setting that holds a text for everybody in a language. The English one has the name of the text. */
export function editorialKey(text: string, language: InterfaceLanguage): string {
  return language === 'en' ? text : `${text}-${language}`;
}

/** The tags of a page that shows a text: those of its settings in every language, as one may stand in for another. */
export const editorialTags = (text: string): string[] =>
  interfaceLanguageCodes.map((language) => `setting:${editorialKey(text, language)}`);
