import type { Reader, Wording } from '../language/wording.ts';

const PURPOSES = [
  ...(['SIGN_IN', 'CREATE_ACCOUNT', 'CHANGE_EMAIL', 'CHANGE_PHONE', 'UNDO_EMAIL', 'UNDO_PHONE'] as const),
  ...(['PASSKEY_ADDED', 'PASSKEY_REMOVED', 'INVITED'] as const),
] as const;
/** What a challenge is for, as identity names it. */
export type ChallengePurpose = (typeof PURPOSES)[number];

/** @throws Error for a purpose of a newer identity: the message waits until this process is newer, too */
export function challengePurpose(text: string): ChallengePurpose {
  const purpose = PURPOSES.find((known) => known === text);
  if (!purpose) throw new Error(`a challenge for ${text} has no message`);
  return purpose;
}

/** The content of a challenge message. Either the link token or the code is set. */
export type ChallengeFacts = Reader & {
  publicUrl: string;
  linkToken: string;
  code: string;
  firstName: string;
  purpose: ChallengePurpose;
  device: string;
  place: string;
  startedAt: Date;
  expiresAt: Date;
  now: Date;
};

const MS_PER_MINUTE = 60_000;
const MINUTES_PER_DAY = 24 * 60;

/** The page of a link. Its token is in the fragment. */
export function confirmUrl({ publicUrl, linkToken }: Pick<ChallengeFacts, 'publicUrl' | 'linkToken'>): string {
  const url = new URL('/auth/confirm', publicUrl);
  url.hash = `token=${linkToken}`;
  return url.href;
}

/** What a person checks: which device asked, where and when. */
export function whoAsked(wording: Wording, facts: ChallengeFacts): { label: string; value: string }[] {
  const { t, device, place, moment } = wording;
  return [
    { label: t('Asked for on'), value: device(facts.device) },
    { label: t('Near'), value: place(facts.place) },
    { label: t('At'), value: moment(facts.startedAt) },
    { label: t('Valid for'), value: timeLeft(wording, facts) },
  ].filter(({ value }) => value !== '');
}

/** The same of what was done already. */
export function whereAndWhen(wording: Wording, facts: ChallengeFacts): { label: string; value: string }[] {
  const { t, device, place, moment } = wording;
  return [
    { label: t('On'), value: device(facts.device) },
    { label: t('Near'), value: place(facts.place) },
    { label: t('At'), value: moment(facts.startedAt) },
  ].filter(({ value }) => value !== '');
}

/**
 * In days, to the nearest one, or else in minutes, rounded up: a message is made moments after its link or code, and says
 * the lifetime that the screens say.
 */
export function timeLeft({ t }: Wording, { now, expiresAt }: ChallengeFacts): string {
  const minutes = Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / MS_PER_MINUTE));
  const days = Math.round(minutes / MINUTES_PER_DAY);
  if (minutes >= MINUTES_PER_DAY) return t('{count, plural, one {# day} other {# days}}', { count: days });
  return t('{count, plural, one {# minute} other {# minutes}}', { count: minutes });
}
