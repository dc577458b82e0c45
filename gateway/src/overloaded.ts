import { DomainError } from '@marquee/runtime/errors';

/** The earliest moment at which a refused request has a chance. */
export const RETRY_AFTER_S_MIN = 2;

/** Refused because too much of the same kind, or of the same address, waits already. */
export class Overloaded extends DomainError {
  /** @param kind EXHAUSTED where one address asked for too much, UNAVAILABLE where all ask for more than is answered */
  constructor(kind: 'EXHAUSTED' | 'UNAVAILABLE' = 'EXHAUSTED') {
    super({
      kind,
      reason: 'OVERLOADED',
      message: 'Marquee is very busy right now. Please try again in a moment.',
      metadata: { retryAfterS: String(RETRY_AFTER_S_MIN) },
    });
  }
}
