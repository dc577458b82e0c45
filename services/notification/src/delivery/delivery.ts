import type { Work } from '@marquee/data/work-table';

/** Deliveries of CREDIT_REQUEST and FILM_DECISION were planned before such mails belonged to notices. */
export type DeliveryKind =
  | ('CHALLENGE' | 'CREW_INVITATION')
  | ('ACCOUNT_EXPORT' | 'ACCOUNT_CLOSING')
  | ('TICKET_INVITATION' | 'TICKET_CONFIRMATION')
  | ('CREDIT_REQUEST' | 'FILM_DECISION')
  | ('SUBMISSION_DECISION' | 'JUDGE_INVITATION')
  | ('NOTICE_EMAIL' | 'NOTICE_SMS' | 'NOTICE_PUSH' | 'NOTICE_DIGEST');
export type Channel = 'EMAIL' | 'SMS';

/** Whose workers send a delivery: what people wait for goes its own way, however many notices there are. */
export type Lane = 'DIRECT' | 'MAIL' | 'TEXT' | 'PUSH';

/** The loop of each lane, and how many it sends at once. Of the mail server's connections one is left for DIRECT. */
export const LANES: Record<Lane, { loop: string; concurrency: number; pollMs: number }> = {
  DIRECT: { loop: 'delivery', concurrency: 4, pollMs: 1_000 },
  MAIL: { loop: 'delivery-mail', concurrency: 2, pollMs: 5_000 },
  TEXT: { loop: 'delivery-text', concurrency: 2, pollMs: 5_000 },
  PUSH: { loop: 'delivery-push', concurrency: 4, pollMs: 5_000 },
};

/**
 * What is to be sent: the subject is a challenge, an invitation, a notice (of a push message with its browser) or a day's
 * mail; a resent challenge has a new generation.
 */
export type DeliverySubject = { kind: DeliveryKind; subjectId: string; generation: number };

/** A delivery that this process has taken for one attempt. */
export type ClaimedDelivery = Work &
  DeliverySubject & {
    /** An earlier attempt was refused for good; only the report to identity is missing. */
    bounced: boolean;
  };

/** What is stored of a message: never its address or content. */
export type DeliveryFacts = {
  channel?: Channel | 'PUSH';
  template?: string;
  maskedAddress?: string;
  /** A stable reason. */
  failure?: string;
  bounced?: boolean;
};

/** How a delivery ended. */
export type DeliveryEnding = DeliveryFacts & { state: 'SENT' | 'FAILED' | 'BOUNCED' | 'DROPPED' };

/** It is not the time to send it: the recipient's quiet hours last until then. */
export type Postponed = { until: Date };

/** The message could not be delivered now; a later attempt may succeed. */
export class DeliveryDelayed extends Error {
  override readonly name = 'DeliveryDelayed';
  readonly facts: DeliveryFacts & { failure: string };

  constructor(facts: DeliveryFacts & { failure: string }) {
    super(`The message was not delivered: ${facts.failure}`);
    this.facts = facts;
  }
}

/**
 * Pauses before the second and later attempts, in milliseconds. The first ones are short, because people wait for their
 * sign-in mail. After the last one the delivery has failed.
 */
export const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 60_000, 180_000, 600_000, 1_800_000] as const;
export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;
