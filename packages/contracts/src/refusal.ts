import type { Code } from '@connectrpc/connect';
import type { ErrorDetails } from './error-detail.ts';

// Without what reads a refusal out of a failed call: pages show refusals before they make calls.

/** The content of a refused or failed call. Reason and message are empty when the error has no detail. */
export type Refusal = ErrorDetails & { code: keyof typeof Code };

/** What was thrown by something else than a call. */
export const unknownRefusal: Refusal = { code: 'Unknown', reason: '', message: '', fields: [], metadata: {} };
