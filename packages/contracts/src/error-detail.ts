import { ConnectError } from '@connectrpc/connect';
import { ErrorDetailSchema } from '../gen/errors/v1/errors_pb.js';

export type ErrorDetails = {
  /** Stable and machine-readable, such as `FILM_NOT_FOUND`. */
  reason: string;
  /** The text for the viewer. */
  message: string;
  fields: { field: string; message: string }[];
  metadata: Record<string, string>;
};

/** What a refusal says, or nothing when the error is none of the product's own. */
export function errorDetail(error: unknown): ErrorDetails | undefined {
  if (!(error instanceof ConnectError)) return undefined;
  const [detail] = error.findDetails(ErrorDetailSchema);
  if (!detail) return undefined;
  return {
    reason: detail.reason,
    message: detail.message,
    fields: detail.fields.map(({ field, message }) => ({ field, message })),
    metadata: detail.metadata,
  };
}
