export type DeliveryKind = 'CHALLENGE' | 'CREW_INVITATION';
export type Channel = 'EMAIL' | 'SMS';
export type DeliveryState = 'WAITING' | 'SENT' | 'FAILED' | 'BOUNCED' | 'DROPPED';

/** What is to be sent: the subject is a challenge or an invitation; a resent challenge has a new generation. */
export type DeliverySubject = { kind: DeliveryKind; subjectId: string; generation: number };

/** A delivery that this process has taken for one attempt. */
export type ClaimedDelivery = DeliverySubject & {
  id: string;
  /** This attempt's number, from 1. */
  attempts: number;
  /** An earlier attempt was refused for good; only the report to identity is missing. */
  bounced: boolean;
};

/** How an attempt ended. */
export type Outcome = {
  state: DeliveryState;
  channel?: Channel;
  template?: string;
  maskedAddress?: string;
  /** A stable reason; never what was sent or to whom. */
  failure?: string;
  bounced?: boolean;
};

/**
 * Pauses before the second and later attempts, in milliseconds. Somebody sits and waits for a challenge, so the first
 * ones are short; after the last one the delivery has failed.
 */
export const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 60_000, 180_000, 600_000, 1_800_000] as const;
export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;
/** A process that dies in an attempt holds the delivery no longer than this; one that lives renews it. */
export const LEASE_MS = 20_000;
