import { z } from 'zod';

/** Lengths in characters, of what a browser sends. */
export const NOTICE_LIMITS = {
  /** Of an account; a further one takes the place of the oldest. */
  pushSubscriptionsMax: 20,
  endpointCharactersMax: 1_024,
  keyCharactersMax: 200,
  timeZoneCharactersMax: 64,
  /** The badge shows `99+` for more. */
  badgeMax: 99,
} as const;

export const NOTICE_MESSAGES = {
  notFound: 'This notification was deleted.',
  deleteFailed: 'Failed to delete this notification.',
  timeZone: 'We do not know this time zone.',
  minute: 'Please choose a time of day.',
  quietEmpty: 'Quiet hours need an end that differs from their start.',
  pushAddress: 'This browser gave no address for notifications that we can use.',
  pushKeys: 'This browser gave no keys for notifications that we can use.',
  notOwn: 'These notifications are not yours.',
} as const;

export const NOTICE_CHANNELS = ['IN_APP', 'PUSH', 'EMAIL', 'SMS'] as const;
export type NoticeChannelName = (typeof NOTICE_CHANNELS)[number];

/** The kinds of notices as settings and refusals name them, in the order of the settings. */
export const NOTICE_KINDS = {
  CONNECTION_REQUESTED: {
    label: 'Connect requests',
    hint: 'Somebody asks to connect with you.',
    mails: 'emails about connect requests',
  },
  CONNECTION_ACCEPTED: {
    label: 'Accepted requests',
    hint: 'Somebody accepted your request to connect.',
    mails: 'emails about accepted requests',
  },
  CREDIT_CLAIM: {
    label: 'Credit claims',
    hint: 'Somebody claims a credit of your film.',
    mails: 'emails about credit claims',
  },
  CREDIT_NAMED: {
    label: 'Credits that name you',
    hint: 'A filmmaker named you in a crew and asks whether the credit is yours.',
    mails: 'emails about credits that name you',
  },
  CREDIT_ACCEPTED: {
    label: 'Accepted credits',
    hint: 'A credit that you claimed, or that you gave, was accepted.',
    mails: 'emails about accepted credits',
  },
  FILM_DECIDED: {
    label: 'Decisions on your films',
    hint: 'Our staff approved your film, or ask for changes.',
    mails: 'emails about decisions on your films',
  },
  FILM_OWNER_CHANGED: {
    label: 'Films that change hands',
    hint: 'Our staff gave a film to you, or one of yours to another account.',
    mails: 'emails about films that change hands',
  },
  NEW_MOVIE: {
    label: 'Films with you',
    hint: 'A film that credits you can be watched.',
    mails: 'emails about films that credit you',
  },
  ORDER_REFUNDED: {
    label: 'Refunds',
    hint: 'What you paid goes back to you.',
    mails: 'emails about refunds',
  },
  SUBMISSION_DECIDED: {
    label: 'Decisions on your submissions',
    hint: 'A festival decided on a film that you submitted. Its email comes to you in any case.',
    mails: 'emails about decisions on your submissions',
  },
  SUBMISSION_ENDED: {
    label: 'Submissions that end',
    hint: 'A festival cancelled a call, or took your film out of it.',
    mails: 'emails about submissions that end',
  },
  JUDGE_INVITED: {
    label: 'Invitations to judge',
    hint: 'A festival asks you to judge films.',
    mails: 'emails about invitations to judge',
  },
  TEAM_INVITED: {
    label: 'Invitations to teams',
    hint: 'A festival or another organization asks you to work for it.',
    mails: 'emails about invitations to teams',
  },
  TICKET_RECEIVED: {
    label: 'Tickets that you are given',
    hint: 'Somebody has sent you a ticket.',
    mails: 'emails about tickets that you are given',
  },
  TICKET_OFFERED: {
    label: 'Tickets that you waited for',
    hint: 'A ticket came back, and is kept for you for a while.',
    mails: 'emails about tickets that you waited for',
  },
  VOTING_OPENED: {
    label: 'Votes',
    hint: 'Voting has begun at an event that you have a ticket for.',
    mails: 'emails about votes',
  },
  TICKETS_REFUNDED: {
    label: 'Tickets that are paid back',
    hint: 'What you paid for tickets goes back to you.',
    mails: 'emails about tickets that are paid back',
  },
  REFUND_OWED: {
    label: 'Refunds that fail',
    hint: 'A refund did not reach you, or what we owed you was given back.',
    mails: 'emails about refunds that fail',
  },
  PLAN_CHANGED: {
    label: 'Your plan',
    hint: 'It renews, ends soon, or a payment for it did not work.',
    mails: 'emails about your plan',
  },
  STAFF_NOTICE: {
    label: 'Messages from Marquee',
    hint: 'Our staff have something to tell you.',
    mails: 'emails with messages from our staff',
  },
  REVIEW_REPLIED: {
    label: 'Replies to your reviews',
    hint: 'Somebody answered what you wrote about a film.',
    mails: 'emails about replies to your reviews',
  },
  REVIEWS_LIKED: {
    label: 'Likes of your reviews',
    hint: 'Once a day, how many people liked what you wrote.',
    mails: 'emails about likes of your reviews',
  },
} as const;
export type NoticeKindName = keyof typeof NOTICE_KINDS;
export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as NoticeKindName[];

export const isNoticeKind = (name: string): name is NoticeKindName => Object.hasOwn(NOTICE_KINDS, name);

/** An IANA time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const timeZoneSchema = z
  .string()
  .max(NOTICE_LIMITS.timeZoneCharactersMax, NOTICE_MESSAGES.timeZone)
  .refine(isTimeZone, NOTICE_MESSAGES.timeZone);

const MINUTES_PER_DAY = 1_440;
const minute = z
  .int(NOTICE_MESSAGES.minute)
  .min(0, NOTICE_MESSAGES.minute)
  .max(MINUTES_PER_DAY - 1, NOTICE_MESSAGES.minute);

export const quietHoursSchema = z
  .object({ enabled: z.boolean(), fromMinute: minute, untilMinute: minute, timeZone: timeZoneSchema })
  .refine(({ fromMinute, untilMinute }) => fromMinute !== untilMinute, {
    path: ['untilMinute'],
    message: NOTICE_MESSAGES.quietEmpty,
  });
export type QuietHours = z.output<typeof quietHoursSchema>;

/** Bytes of a browser's key in base64url; padding and the other alphabet are allowed, as some browsers write them. */
const keyOf = (bytes: number) =>
  z
    .string()
    .max(NOTICE_LIMITS.keyCharactersMax, NOTICE_MESSAGES.pushKeys)
    .regex(/^[A-Za-z0-9_\-+/]+=*$/, NOTICE_MESSAGES.pushKeys)
    .refine((text) => Math.floor((text.replace(/=+$/, '').length * 6) / 8) === bytes, NOTICE_MESSAGES.pushKeys);

const P256_POINT_BYTES = 65;
const AUTH_SECRET_BYTES = 16;

/** What a browser's PushSubscription holds (RFC 8291). */
export const pushSubscriptionSchema = z.object({
  endpoint: z
    .string()
    .min(1, NOTICE_MESSAGES.pushAddress)
    .max(NOTICE_LIMITS.endpointCharactersMax, NOTICE_MESSAGES.pushAddress),
  p256dh: keyOf(P256_POINT_BYTES),
  auth: keyOf(AUTH_SECRET_BYTES),
});
export type PushSubscriptionInput = z.output<typeof pushSubscriptionSchema>;
