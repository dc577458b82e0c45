import { ConnectError } from '@connectrpc/connect';
import { ErrorDetailSchema } from '../gen/errors/v1/errors_pb.js';

export type ErrorDetails = {
  /** Stable and machine-readable, such as `FILM_NOT_FOUND`. */
  reason: string;
  /** The text for the viewer. */
  message: string;
  fields: { field: string; message: string }[];
  metadata: Record<string, string>;
  /** Of a message with places: its English text, which is the id of its translations, and what stands in its places. */
  wording?: { text: string; values: Record<string, string> };
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
    ...(detail.text && { wording: { text: detail.text, values: detail.values } }),
  };
}
