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

// Errors that another service gave, and whether that service spoke to the viewer.
const remoteErrors = new WeakMap<ConnectError, { forViewer: boolean }>();

// What a caller may learn of a failing call that its callee made, whoever that callee spoke to.
const codesThatTravel = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.Canceled]);

/**
 * What leaves for an error that a handler threw, and whether it was foreseen. A refusal keeps its code, reason and
 * message. A refusal that another service gave the same viewer travels on; what it told this service stays here.
 * All else leaves as INTERNAL without detail.
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

function domainRefusal({ kind, reason, message, fields, metadata }: DomainError): ConnectError {
  return new ConnectError(message, codes[kind], undefined, [
    { desc: ErrorDetailSchema, value: { reason, message, fields, metadata } },
  ]);
}

/**
 * Whether response headers may go out before a refusal. They commit a call: after them it is never tried again, so one
 * that may be leaves as a bare status.
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

// Always there, with details or without: it tells a service's own answer from one that grpc-js made up on the way.
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

/** True for a status that a service gave, false for one of the connection (refused, lost, out of time). */
export function isServiceStatus({ metadata }: Partial<StatusObject>): boolean {
  return metadata !== undefined && metadata.get(STATUS_DETAILS).length > 0;
}

/**
 * What a call ended with, for whoever made it: what is measured, recorded and answered goes by this. A server that
 * noticed the deadline first resets the call, which reads as cancelled; one that its caller gave up stays so.
 */
export function endOfCall(ended: StatusObject, { deadline }: CallOptions, isGivenUp: boolean): StatusObject {
  const isPast = typeof deadline === 'number' && Date.now() >= deadline;
  if (ended.code !== (Code.Canceled as number) || isGivenUp || !isPast) return ended;
  return { ...ended, code: Code.DeadlineExceeded as number };
}

/** What a gRPC client got, as Connect's error with its details. `forViewer`: the callee spoke to the viewer itself. */
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

// The details come from outside: what does not parse is left out.
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
