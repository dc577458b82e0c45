import {
  type DeclaredSetting,
  faq,
  licenseAgreement,
  privacyPolicy,
  termsOfUse,
} from '@marquee/rules/declared-settings';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { MarketingResources } from '../resources.ts';
import * as settings from '../settings/settings.ts';

/** The setting that holds each text. */
const SETTINGS = {
  TERMS_OF_USE: termsOfUse,
  PRIVACY_POLICY: privacyPolicy,
  LICENSE_AGREEMENT: licenseAgreement,
  FAQ: faq,
} as const satisfies Record<string, DeclaredSetting<string>>;

type Content = keyof typeof SETTINGS;

export const getEditorialContentSchema = z.object({
  content: z.enum(Object.keys(SETTINGS) as Content[], 'Please choose a text.'),
});

/** A text for everybody, as staff have written it [SET-06]. */
export async function getEditorialContent(
  { db }: MarketingResources,
  _viewer: Viewer,
  { content }: z.output<typeof getEditorialContentSchema>,
): Promise<{ html: string; updatedAt: Date | undefined }> {
  const setting = SETTINGS[content];
  const row = await settings.find(db, setting.key);
  return row ? { html: String(row.value), updatedAt: row.updatedAt } : { html: setting.default, updatedAt: undefined };
}
