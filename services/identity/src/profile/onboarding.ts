import { ONBOARDING_PATHS } from '@marquee/rules/onboarding';
import type { UpdateProfile } from '@marquee/rules/profile';

type OnboardingStep = keyof typeof ONBOARDING_PATHS;

/** What onboarding fills in. */
export type OnboardingAccount = {
  consumerType: string | null;
  accountType: string | null;
  firstName: string;
  lastName: string;
  talents: string[];
  country: string;
};

/** Where a person stands in onboarding after an update. */
type OnboardingProgress = { done: true; next: string } | { done: false; next: string; failed: boolean };

/** Movie Lovers: type and name. Everybody else: type, name, talents, location [ONB-01]. */
function stepsOf(account: OnboardingAccount): OnboardingStep[] {
  if (account.consumerType === 'MOVIE_LOVER') return ['USER_TYPE', 'FULL_NAME'];
  return ['USER_TYPE', 'FULL_NAME', 'TALENTS', 'LOCATION'];
}

function isFilled(step: OnboardingStep, account: OnboardingAccount): boolean {
  switch (step) {
    case 'USER_TYPE':
      if (account.consumerType === 'ENTERTAINMENT_PRO') return account.accountType !== null;
      return account.consumerType !== null;
    case 'FULL_NAME':
      return account.firstName !== '' && account.lastName !== '';
    case 'TALENTS':
      return account.talents.length > 0;
    case 'LOCATION':
      return account.country !== '';
  }
}

function isSubmitted(step: OnboardingStep, update: UpdateProfile): boolean {
  switch (step) {
    case 'USER_TYPE':
      return update.consumerType !== undefined || update.type !== undefined;
    case 'FULL_NAME':
      return update.firstName !== undefined && update.lastName !== undefined;
    case 'TALENTS':
      return update.talents !== undefined;
    case 'LOCATION':
      return update.country !== undefined;
  }
}

/** The screen where a person continues: the first that is not filled in, or else the last. */
export function onboardingPath(account: OnboardingAccount): string {
  const steps = stepsOf(account);
  return ONBOARDING_PATHS[steps.find((step) => !isFilled(step, account)) ?? (steps.at(-1) as OnboardingStep)];
}

/** Where a person goes who has been through it. */
export function onboardedPath(account: OnboardingAccount): string {
  return account.consumerType === 'ENTERTAINMENT_PRO' ? '/eohub' : '/';
}

/** What an update makes of onboarding: the last step ends it, unless an earlier one lacks something. */
export function progressOf(account: OnboardingAccount, update: UpdateProfile): OnboardingProgress {
  const steps = stepsOf(account);
  const missing = steps.find((step) => !isFilled(step, account));
  const submitted = steps.findLastIndex((step) => isSubmitted(step, update));
  const finishes = update.isOnboarding === false || submitted === steps.length - 1;
  if (finishes) {
    return missing === undefined
      ? { done: true, next: onboardedPath(account) }
      : { done: false, next: ONBOARDING_PATHS[missing], failed: update.isOnboarding === false };
  }
  if (submitted < 0) return { done: false, next: onboardingPath(account), failed: false };
  const following = steps[submitted + 1] as OnboardingStep;
  const firstGap = missing !== undefined && steps.indexOf(missing) <= submitted ? missing : following;
  return { done: false, next: ONBOARDING_PATHS[firstGap], failed: false };
}
