import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { Code, ConnectError } from '@connectrpc/connect';
import { findTrailerError, setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import { type CallOptions, Metadata, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { DomainError, type ErrorKind } from '../errors.ts';
import { addHeaders, headersFromMetadata, metadataBytes } from './metadata.ts';

const STATUS_DETAILS = 'grpc-status-details-bin';

const codes: Record<ErrorKind, Code> = {
  INVALID: Code.InvalidArgument,
  UNAUTHENTICATED: Code.Unauthenticated,
  FORBIDDEN: Code.PermissionDenied,
  NOT_FOUND: Code.NotFound,
  ALREADY_EXISTS: Code.AlreadyExists,
  CONFLICT: Code.Aborted,
  FAILED_PRECONDITION: Code.FailedPrecondition,
  EXHAUSTED: Code.ResourceExhausted,
  TOO_LARGE: Code.ResourceExhausted,
  UNAVAILABLE: Code.Unavailable,
  DEADLINE: Code.DeadlineExceeded,
};

// Errors of other services, and whether they were meant for the viewer.
const remoteErrors = new WeakMap<ConnectError, { forViewer: boolean }>();

// Codes of a callee's own failed call that its caller may see, whether that call was for a viewer or not.
const codesThatTravel = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.Canceled]);

/**
 * The error to send for what a handler threw, and whether it was expected. A refusal keeps its code, reason and message,
 * also one that another service gave the same viewer. Refusals meant for this service and all else are sent as INTERNAL
 * without detail.
 */
export function refusalOf(error: unknown): { refusal: ConnectError; expected: boolean } {
  if (error instanceof DomainError) return { refusal: domainRefusal(error), expected: true };
  if (!(error instanceof ConnectError)) return { refusal: internal(), expected: false };
  const remote = remoteErrors.get(error);
  if (!remote) return { refusal: error, expected: error.code !== Code.Internal && error.code !== Code.Unknown };
  if (codesThatTravel.has(error.code))
    return { refusal: new ConnectError(unavailableText, error.code), expected: true };
  const detailed = error.findDetails(ErrorDetailSchema).length > 0;
  if (!remote.forViewer || !detailed) return { refusal: internal(), expected: false };
  const refusal = new ConnectError(error.rawMessage, error.code);
  refusal.details = error.details;
  return { refusal, expected: true };
}

const unavailableText = 'The service is not available right now. Please try again in a moment.';

function internal(): ConnectError {
  return new ConnectError('internal error', Code.Internal);
}

function domainRefusal({ kind, reason, message, fields, metadata, wording }: DomainError): ConnectError {
  return new ConnectError(message, codes[kind], undefined, [
    { desc: ErrorDetailSchema, value: { reason, message, fields, metadata, ...wording } },
  ]);
}

/**
 * Whether response headers may be sent before a refusal. Headers commit a call, so that it is never retried; the refusal
 * of a retryable call is sent as a bare status.
 */
export function commits(error: ConnectError): boolean {
  return error.code !== Code.Unavailable;
}

/** A refusal as gRPC sends it, with the trailers that the handler set. */
export function statusFromError(error: ConnectError, trailers?: Headers): StatusObject {
  const metadata = new Metadata();
  if (trailers) addHeaders(metadata, trailers);
  addHeaders(metadata, error.metadata);
  metadata.set(STATUS_DETAILS, statusBytes(error));
  // grpc-js percent-encodes the text, which fails for half a surrogate pair.
  return { code: error.code as number, details: error.rawMessage.toWellFormed(), metadata };
}

// Always sent, with or without details: it distinguishes a service's own error from one that grpc-js made.
function statusBytes(error: ConnectError): Buffer {
  const withoutMetadata = new ConnectError(error.rawMessage.toWellFormed(), error.code);
  withoutMetadata.details = error.details;
  const details = setTrailerStatus(new Headers(), withoutMetadata).get(STATUS_DETAILS);
  if (details) return Buffer.from(details, 'base64');
  // google.rpc.Status { int32 code = 1; string message = 2 }
  return Buffer.from(
    new BinaryWriter().uint32(8).int32(error.code).uint32(18).string(withoutMetadata.rawMessage).finish(),
  );
}

/** True for a status that a service sent, false for one of the connection (refused, lost, timed out). */
export function isServiceStatus({ metadata }: Partial<StatusObject>): boolean {
  return metadata !== undefined && metadata.get(STATUS_DETAILS).length > 0;
}

/** How grpc-js reports a stream that was reset with an error: as INTERNAL. With code 0 a server ended it without a status. */
const RESET = /^Received RST_STREAM with code [1-9]/;

/**
 * The code with which a call ended, as measured, traced and answered. A server that notices the deadline first resets the
 * call, which grpc-js reports as cancelled; only a call that its caller aborted counts as cancelled. A call that was reset
 * on its way was not answered by the service: it is unavailable.
 */
export function endOfCall(ended: StatusObject, { deadline }: CallOptions, isGivenUp: boolean): StatusObject {
  const isReset = ended.code === (Code.Internal as number) && !isServiceStatus(ended) && RESET.test(ended.details);
  if (isReset) return { ...ended, code: Code.Unavailable as number };
  const isPast = typeof deadline === 'number' && Date.now() >= deadline;
  if (ended.code !== (Code.Canceled as number) || isGivenUp || !isPast) return ended;
  return { ...ended, code: Code.DeadlineExceeded as number };
}

/** A gRPC status as a ConnectError with details. `forViewer`: the callee's error is meant for the viewer. */
export function errorFromStatus(status: Partial<StatusObject> | ServiceError, forViewer: boolean): ConnectError {
  const error = parseStatus(status);
  remoteErrors.set(error, { forViewer });
  return error;
}

function parseStatus({ code, details, metadata }: Partial<StatusObject>): ConnectError {
  const headers = headersFromMetadata(metadata);
  const wire = new Headers({ 'grpc-status': String(code ?? Code.Unknown) });
  const bytes = metadata && metadataBytes(metadata, STATUS_DETAILS);
  if (bytes) wire.set(STATUS_DETAILS, bytes.toString('base64'));
  const found = bytes && findTrailerErrorSafely(wire);
  const error = new ConnectError(found?.rawMessage || details || '', knownCode(code), headers);
  if (found) error.details = found.details;
  return error;
}

// Details come from outside: those that do not parse are dropped.
function findTrailerErrorSafely(wire: Headers): ConnectError | undefined {
  try {
    return findTrailerError(wire);
  } catch {
    return undefined;
  }
}

function knownCode(code: number | undefined): Code {
  return code !== undefined && code in Code ? code : Code.Unknown;
}
