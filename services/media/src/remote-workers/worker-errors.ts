import { WORKER_KEYS_MAX } from '@marquee/rules/back-office-workers';
import { DomainError } from '@marquee/runtime/errors';
import { WORKER_VERSION } from './worker-protocol.ts';

export const workerUnknown = () =>
  new DomainError({ kind: 'UNAUTHENTICATED', reason: 'WORKER_KEY_UNKNOWN', message: 'This worker key is unknown.' });

export const workerRevoked = () =>
  new DomainError({ kind: 'UNAUTHENTICATED', reason: 'WORKER_KEY_REVOKED', message: 'This worker key was revoked.' });

export const workerVersion = (version: string) =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'WORKER_VERSION',
    message: `This worker has version ${version}, and the site needs ${WORKER_VERSION}: install the release of the site.`,
  });

export const leaseLost = () =>
  new DomainError({ kind: 'CONFLICT', reason: 'LEASE_LOST', message: 'Another worker has this, or it has ended.' });

export const badWork = (message: string) => new DomainError({ kind: 'INVALID', reason: 'BAD_WORK', message });

export const tooSlow = () =>
  new DomainError({ kind: 'DEADLINE', reason: 'TOO_SLOW', message: 'This file took too long to arrive.' });

export const workerKeyNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'WORKER_KEY_NOT_FOUND', message: 'This worker key does not exist.' });

export const tooManyWorkerKeys = () =>
  new DomainError({
    kind: 'EXHAUSTED',
    reason: 'TOO_MANY_WORKER_KEYS',
    message: `At most ${WORKER_KEYS_MAX} workers can have a key. Revoke one that is not used.`,
  });
