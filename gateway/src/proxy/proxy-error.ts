import { Code, ConnectError } from '@connectrpc/connect';
import type { StatusObject } from '@grpc/grpc-js';
import { errorFromStatus, isServiceStatus } from '@marquee/runtime/rpc/status';

/** The error for a service that cannot be reached. */
export function unavailable(): ConnectError {
  return new ConnectError('The service is not available right now. Please try again in a moment.', Code.Unavailable);
}

/**
 * The error that a page gets for a status. A service's own error is kept; a connection error of grpc-js contains
 * addresses and is replaced by a text for people.
 */
export function refusalFromStatus(status: Partial<StatusObject>): ConnectError {
  if (isServiceStatus(status)) {
    const { rawMessage, code, details } = errorFromStatus(status, true);
    // Its metadata is sent as headers and trailers, by the rules for those.
    const refusal = new ConnectError(rawMessage, code);
    refusal.details = details;
    return refusal;
  }
  switch (status.code as Code | undefined) {
    case Code.DeadlineExceeded:
      return new ConnectError('This took too long. Please try again.', Code.DeadlineExceeded);
    case Code.Canceled:
      return new ConnectError('the call was canceled', Code.Canceled);
    case Code.ResourceExhausted:
      return new ConnectError('This is too large to send.', Code.ResourceExhausted);
    case Code.Unimplemented:
      return new ConnectError('the method is not implemented', Code.Unimplemented);
    case Code.Unavailable:
      return unavailable();
    default:
      return new ConnectError('internal error', Code.Internal);
  }
}
