import { type DeclaredText, faq, licenseAgreement, privacyPolicy, termsOfUse } from '@marquee/rules/declared-settings';
import { type InterfaceLanguage, isInterfaceLanguage } from '@marquee/rules/interface-languages';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { MarketingResources } from '../resources.ts';
import * as settings from '../settings/settings.ts';

/** The settings that hold each text. */
const SETTINGS = {
  TERMS_OF_USE: termsOfUse,
  PRIVACY_POLICY: privacyPolicy,
  LICENSE_AGREEMENT: licenseAgreement,
  FAQ: faq,
} as const satisfies Record<string, DeclaredText>;

type Content = keyof typeof SETTINGS;

export const getEditorialContentSchema = z.object({
  content: z.enum(Object.keys(SETTINGS) as Content[], 'Please choose a text.'),
  language: z.string().transform((code): InterfaceLanguage => (isInterfaceLanguage(code) ? code : 'en')),
});

type Text = { html: string; language: InterfaceLanguage; updatedAt: Date | undefined };

/**
 * A text for everybody, as staff have written it [SET-06]. The one that comes with the software in another language says
 * the same as the English one that comes with it, and nothing about one that staff have written: then that is shown.
 */
export async function getEditorialContent(
  { db }: MarketingResources,
  _viewer: Viewer,
  { content, language }: z.output<typeof getEditorialContentSchema>,
): Promise<Text> {
  const own = await textIn(db, content, language);
  if (language === 'en' || own.updatedAt) return own;
  const english = await textIn(db, content, 'en');
  return english.html === SETTINGS[content].en.default ? own : english;
}

async function textIn(db: MarketingResources['db'], content: Content, language: InterfaceLanguage): Promise<Text> {
  const setting = SETTINGS[content][language];
  const row = await settings.find(db, setting.key);
  return { html: row ? String(row.value) : setting.default, language, updatedAt: row?.updatedAt };
}
