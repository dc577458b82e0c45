import type { NoticeKindName } from '@marquee/rules/notices';

/** The links in mails that stop further ones, by kind. */
export const REFUSAL_LABELS = {
  CONNECTION_REQUESTED: 'Stop emails about connect requests',
  CONNECTION_ACCEPTED: 'Stop emails about accepted requests',
  CREDIT_CLAIM: 'Stop emails about credit claims',
  CREDIT_NAMED: 'Stop emails about credits that name you',
  CREDIT_ACCEPTED: 'Stop emails about accepted credits',
  FILM_DECIDED: 'Stop emails about decisions on your films',
  FILM_OWNER_CHANGED: 'Stop emails about films that change hands',
  NEW_MOVIE: 'Stop emails about films that credit you',
  ORDER_REFUNDED: 'Stop emails about refunds',
  SUBMISSION_DECIDED: 'Stop emails about decisions on your submissions',
  SUBMISSION_ENDED: 'Stop emails about submissions that end',
  JUDGE_INVITED: 'Stop emails about invitations to judge',
  TEAM_INVITED: 'Stop emails about invitations to teams',
  TICKET_OFFERED: 'Stop emails about tickets that you waited for',
  TICKET_RECEIVED: 'Stop emails about tickets that you are given',
  VOTING_OPENED: 'Stop emails about votes',
  TICKETS_REFUNDED: 'Stop emails about tickets that are paid back',
  REFUND_OWED: 'Stop emails about refunds that fail',
  PLAN_CHANGED: 'Stop emails about your plan',
  STAFF_NOTICE: 'Stop emails with messages from our staff',
  REVIEW_REPLIED: 'Stop emails about replies to your reviews',
  REVIEWS_LIKED: 'Stop emails about likes of your reviews',
  ALL: 'Stop all emails about notifications',
} as const satisfies Record<NoticeKindName | 'ALL', string>;
