import type { Work } from '@marquee/data/work-table';

export type DeliveryKind =
  | 'CHALLENGE'
  | 'CREW_INVITATION'
  | 'CREDIT_REQUEST'
  | 'FILM_DECISION'
  | 'ACCOUNT_EXPORT'
  | 'ACCOUNT_CLOSING';
export type Channel = 'EMAIL' | 'SMS';

/** What is to be sent: the subject is a challenge, an invitation or a decision; a resent challenge has a new generation. */
export type DeliverySubject = { kind: DeliveryKind; subjectId: string; generation: number };

/** A delivery that this process has taken for one attempt. */
export type ClaimedDelivery = Work &
  DeliverySubject & {
    /** An earlier attempt was refused for good; only the report to identity is missing. */
    bounced: boolean;
  };

/** What is stored of a message: never its address or content. */
export type DeliveryFacts = {
  channel?: Channel;
  template?: string;
  maskedAddress?: string;
  /** A stable reason. */
  failure?: string;
  bounced?: boolean;
};

/** How a delivery ended. */
export type DeliveryEnding = DeliveryFacts & { state: 'SENT' | 'FAILED' | 'BOUNCED' | 'DROPPED' };

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
