import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';

/** A timestamp as a loader may return it: ISO 8601, or nothing. */
export function isoOf(timestamp: Timestamp | undefined): string | undefined {
  return timestamp ? timestampDate(timestamp).toISOString() : undefined;
}
