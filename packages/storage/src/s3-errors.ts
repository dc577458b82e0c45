import { BlobNotFoundError, BlobRangeError, BlobsFullError, BlobsUnavailableError } from './blob-store.ts';

const ABSENT = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
const FULL = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage', 'EntityTooLargeForQuota', 'ENOSPC']);
const REFUSED: Record<string, ConstructorParameters<typeof BlobsUnavailableError>> = {
  NoSuchBucket: ['its bucket does not exist', 'bucket'],
  AccessDenied: ['it denies access', 'access key'],
  Forbidden: ['it denies access', 'access key'],
  InvalidAccessKeyId: ['it does not know the access key', 'access key'],
  SignatureDoesNotMatch: ['the secret of the access key is wrong', 'secret'],
  AuthorizationHeaderMalformed: ['the region is wrong', 'region'],
  RequestTimeTooSkewed: ['the clock of this machine is wrong'],
  CredentialsProviderError: ['this process has no access key', 'access key'],
};

type S3Failure = { name?: string; code?: string; Code?: string; $metadata?: { httpStatusCode?: number } };

const nameOf = (error: unknown) => (error as S3Failure).Code ?? (error as S3Failure).name ?? '';

/** True for the SDK's error of a missing object or upload. */
export function isAbsent(error: unknown): boolean {
  return ABSENT.has(nameOf(error));
}

/** True for a refusal of the store, false where nothing of it arrived. */
export function isAnswer(error: unknown): boolean {
  return (error as S3Failure).$metadata?.httpStatusCode !== undefined;
}

/** True for the SDK's error of a range that starts beyond the last byte. */
export function isBehindEnd(error: unknown): boolean {
  return nameOf(error) === 'InvalidRange' || (error as S3Failure).$metadata?.httpStatusCode === 416;
}

/**
 * Translates an error of the SDK to one of the port. The SDK's error is not kept as cause, because it contains the signed
 * request and the key id, which would be logged.
 */
export function translated(key: string, error: unknown): unknown {
  if (isOurs(error)) return error;
  const name = nameOf(error);
  const { code, $metadata } = error as S3Failure;
  const status = $metadata?.httpStatusCode;
  if (isAbsent(error)) return new BlobNotFoundError(key);
  if (FULL.has(name) || FULL.has(code ?? '') || status === 507) return new BlobsFullError(name || String(status));
  if (REFUSED[name]) return new BlobsUnavailableError(...REFUSED[name]);
  // HEAD has no body with a reason.
  if (status === 401 || status === 403) return new BlobsUnavailableError('it denies access', 'access key');
  const network = transportFailure(error);
  if (network) return new BlobsUnavailableError(network, REFUSED_BY_US.test(network) ? undefined : 'outage');
  if (status !== undefined)
    return new BlobsUnavailableError(`${name} (${status})`, status >= 500 ? 'outage' : undefined);
  return error;
}

const OURS = [BlobNotFoundError, BlobRangeError, BlobsFullError, BlobsUnavailableError];
const isOurs = (error: unknown) => OURS.some((known) => error instanceof known);

const TRANSPORT = /\b(E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_|NOTFOUND)\w*|CERT_\w+|\w*_CERT\w*|ERR_TLS_\w+)\b/;

/** The store answers, and this process does not trust it. */
const REFUSED_BY_US = /CERT|TLS/;

/** The code of a network error, if it was one. The SDK may wrap it and keep only the text. */
function transportFailure(error: unknown): string | undefined {
  const { name, code, message } = error as S3Failure & { message?: string };
  if (name === 'TimeoutError') return 'no answer in time';
  if (message === 'aborted') return 'the connection broke off';
  return TRANSPORT.exec(code ?? '')?.[1] ?? TRANSPORT.exec(message ?? '')?.[1];
}
