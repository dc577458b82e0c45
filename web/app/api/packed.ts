import { type DescMessage, fromJson, type JsonValue, type MessageShape, toJson } from '@bufbuild/protobuf';
import { useMemo } from 'react';

/** A message as a loader may return it: React Router carries plain data only. */
export function packed<S extends DescMessage>(schema: S, message: MessageShape<S>): JsonValue {
  return toJson(schema, message);
}

/** The message of a loader's data; the same object as long as the data is the same. */
export function usePacked<S extends DescMessage>(schema: S, data: JsonValue): MessageShape<S> {
  return useMemo(() => fromJson(schema, data), [schema, data]);
}
