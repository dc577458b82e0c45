import { z } from 'zod';
import { editorialKey } from './editorial.ts';
import { FAQ, LICENSE_AGREEMENT, PRIVACY_POLICY, TERMS_OF_USE } from './editorial-texts.ts';
import { FAQ_ES, LICENSE_AGREEMENT_ES, PRIVACY_POLICY_ES, TERMS_OF_USE_ES } from './editorial-texts-es.ts';
import { FAQ_FR, LICENSE_AGREEMENT_FR, PRIVACY_POLICY_FR, TERMS_OF_USE_FR } from './editorial-texts-fr.ts';
import type { InterfaceLanguage } from './interface-languages.ts';
import {
  type ArrayItemType,
  richtext,
  SETTING_LIMITS,
  type SettingItem,
  settingItems,
  settingNumber,
} from './settings.ts';
import { FREE_UNLOCK_HOURS } from './watch.ts';
import { WINDOW_HOURS_MAX } from './windows.ts';

export type SettingType = 'RICHTEXT' | 'ARRAY' | 'TEXT' | 'NUMBER' | 'BOOLEAN';

/** A setting: what staff read of it, its type, its default, and what a value has to be. */
export type DeclaredSetting<T = unknown> = {
  /** Never renamed: rows and histories are kept by it. */
  key: string;
  label: string;
  description: string;
  type: SettingType;
  /** What a value may be, in words; '' where the type says all. */
  rule: string;
  default: T;
  schema: z.ZodType<T>;
  /** Of an ARRAY. */
  itemType?: ArrayItemType;
  levels?: number;
};

type Words = Pick<DeclaredSetting, 'key' | 'label' | 'description'>;

export const declareRichtext = (words: Words & { default: string }): DeclaredSetting<string> => ({
  ...words,
  type: 'RICHTEXT',
  rule: '',
  schema: richtext,
});

export function declareNumber(
  words: Words & { default: number; min: number; max: number; whole?: boolean },
): DeclaredSetting<number> {
  const { min, max, whole = false, ...rest } = words;
  const rule = `${whole ? 'A whole number' : 'A number'} from ${min} to ${max}; ${words.default} unless changed.`;
  return { ...rest, type: 'NUMBER', rule, schema: settingNumber({ min, max, whole }) };
}

export function declareArray(
  words: Words & { itemType: ArrayItemType; levels?: number; default?: SettingItem[] },
): DeclaredSetting<SettingItem[]> {
  const { levels = SETTING_LIMITS.levels } = words;
  return { default: [], ...words, type: 'ARRAY', rule: '', levels, schema: settingItems(words.itemType, levels) };
}

export const declareBoolean = (words: Words & { default: boolean }): DeclaredSetting<boolean> => ({
  ...words,
  type: 'BOOLEAN',
  rule: '',
  schema: z.boolean(),
});

/** A text for everybody: a setting for each language. */
export type DeclaredText = Record<InterfaceLanguage, DeclaredSetting<string>>;

function declareText(words: Words, defaults: Record<InterfaceLanguage, string>): DeclaredText {
  const { key, label, description } = words;
  const inLanguage = (language: InterfaceLanguage, name: string) =>
    declareRichtext({
      key: editorialKey(key, language),
      label: `${label}, in ${name}`,
      description: `${description} In ${name}; without a text of yours, a changed English one is shown in its place.`,
      default: defaults[language],
    });
  return {
    en: declareRichtext({ ...words, default: defaults.en }),
    es: inLanguage('es', 'Spanish'),
    fr: inLanguage('fr', 'French'),
  };
}

export const termsOfUse = declareText(
  { key: 'terms-of-use', label: 'Terms of use', description: 'The page /terms-of-use.' },
  { en: TERMS_OF_USE, es: TERMS_OF_USE_ES, fr: TERMS_OF_USE_FR },
);
export const privacyPolicy = declareText(
  { key: 'privacy-policy', label: 'Privacy policy', description: 'The page /privacy-policy.' },
  { en: PRIVACY_POLICY, es: PRIVACY_POLICY_ES, fr: PRIVACY_POLICY_FR },
);
export const licenseAgreement = declareText(
  { key: 'license-agreement', label: 'License agreement', description: 'The page /license-agreement.' },
  { en: LICENSE_AGREEMENT, es: LICENSE_AGREEMENT_ES, fr: LICENSE_AGREEMENT_FR },
);
export const faq = declareText(
  {
    key: 'faq',
    label: 'Frequently asked questions',
    description: 'The page /faq. Topics are headings, questions are headings below them.',
  },
  { en: FAQ, es: FAQ_ES, fr: FAQ_FR },
);
export const statisticsCountFactor = declareNumber({
  key: 'statistics-count-factor',
  label: 'Statistics: factor of counts',
  description: 'By how much the statistics of films multiply counts.',
  default: 2.26,
  min: 0.01,
  max: 100,
});
export const statisticsDurationFactor = declareNumber({
  key: 'statistics-duration-factor',
  label: 'Statistics: factor of durations',
  description: 'By how much the statistics of films multiply the total time watched.',
  default: 1.1,
  min: 0.01,
  max: 100,
});
export const spotlightCooldownDays = declareNumber({
  key: 'spotlight-cooldown-days',
  label: 'Spotlight: days between two',
  description:
    'How many days have to pass before somebody can be in the spotlight again. Nothing reads it until there is a spotlight.',
  default: 7,
  min: 0,
  max: 365,
  whole: true,
});
export const freeUnlockHours = declareNumber({
  key: 'free-unlock-hours',
  label: 'Free unlock: hours',
  description: 'How many hours a film without a price stays unlocked. Unlocks that exist keep their time.',
  default: FREE_UNLOCK_HOURS,
  min: 0.25,
  max: WINDOW_HOURS_MAX,
});
export const platformFeePercent = declareNumber({
  key: 'platform-fee-percent',
  label: 'Platform fee: percent',
  description: 'How much of what a film is sold for is the platform’s. Orders that exist keep theirs.',
  default: 20,
  min: 0,
  max: 95,
});
export const metricsViewers = declareArray({
  key: 'metrics-viewers',
  label: 'Who sees metrics',
  description: 'The members of staff who see the Metrics view of the list of users.',
  itemType: 'USER',
  levels: 0,
});
export const technicalViewers = declareArray({
  key: 'technical-viewers',
  label: 'Who sees technical details',
  description: 'The members of staff who see the technical section of a user.',
  itemType: 'USER',
  levels: 0,
});

export const organizationDirectorTutorials = declareArray({
  key: 'tutorials-organization-directors',
  label: 'Tutorials: Organization Directors',
  description:
    'Films on the page /tutorials for staff, Festival Directors, Music Group Directors and Pro Club Directors.',
  itemType: 'FILM',
  levels: 0,
});
export const entertainmentProTutorials = declareArray({
  key: 'tutorials-entertainment-pros',
  label: 'Tutorials: Entertainment Pros',
  description: 'Films on the page /tutorials for Entertainment Pros.',
  itemType: 'FILM',
  levels: 0,
});
export const movieLoverTutorials = declareArray({
  key: 'tutorials-movie-lovers',
  label: 'Tutorials: Movie Lovers',
  description: 'Films on the page /tutorials for everybody.',
  itemType: 'FILM',
  levels: 0,
});

export const watchedWords = declareArray({
  key: 'watched-words',
  label: 'Watched words',
  description:
    'A review with one of these words waits for staff before others see it. Whole words, whatever their case, accents or width; other spellings of a word are its child items. What is published stays.',
  itemType: 'OTHER',
  levels: 1,
});

export const plansEnabled = declareBoolean({
  key: 'plans-enabled',
  label: 'Plans: sold',
  description: 'Whether plans can be bought. Those that run continue, and renew.',
  default: true,
});
export const planTrialDays = declareNumber({
  key: 'plan-trial-days',
  label: 'Plans: days of a trial',
  description: 'How long the first plan of an account costs nothing; without a trial it is paid at once.',
  default: 14,
  min: 0,
  max: 90,
  whole: true,
});
const declarePrice = (words: Words & { default: number }) => declareNumber({ ...words, min: 1, max: 5_000 });
/** In whole units of the currency that films are sold in. */
export const planPrices = {
  PRO: {
    MONTHLY: declarePrice({
      key: 'plan-price-pro-monthly',
      label: 'Plans: price of a month of Pro',
      description: 'In US dollars. Plans that run pay it from their next period.',
      default: 12.99,
    }),
    YEARLY: declarePrice({
      key: 'plan-price-pro-yearly',
      label: 'Plans: price of a year of Pro',
      description: 'In US dollars. Plans that run pay it from their next period.',
      default: 129.99,
    }),
  },
  PREMIUM: {
    MONTHLY: declarePrice({
      key: 'plan-price-premium-monthly',
      label: 'Plans: price of a month of Premium',
      description: 'In US dollars. Plans that run pay it from their next period.',
      default: 24.99,
    }),
    YEARLY: declarePrice({
      key: 'plan-price-premium-yearly',
      label: 'Plans: price of a year of Premium',
      description: 'In US dollars. Plans that run pay it from their next period.',
      default: 249.99,
    }),
  },
};
/** What identity reads to sell plans. */
export const PLAN_SETTINGS: readonly DeclaredSetting[] = [
  plansEnabled,
  planTrialDays,
  ...Object.values(planPrices).flatMap((prices) => Object.values(prices)),
];

/** Every setting that exists. */
export const DECLARED_SETTINGS: readonly DeclaredSetting[] = [
  ...[termsOfUse, privacyPolicy, licenseAgreement, faq].flatMap((text) => Object.values(text)),
  statisticsCountFactor,
  statisticsDurationFactor,
  spotlightCooldownDays,
  freeUnlockHours,
  platformFeePercent,
  metricsViewers,
  technicalViewers,
  organizationDirectorTutorials,
  entertainmentProTutorials,
  movieLoverTutorials,
  watchedWords,
  ...PLAN_SETTINGS,
];
