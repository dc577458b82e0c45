import type { DescMessage } from '@bufbuild/protobuf';

/** One topic per owning service: the events of `events/v1/film.proto` are published on `film`. */
export function topicOf(schema: DescMessage): string {
  return schema.file.name.slice(schema.file.name.lastIndexOf('/') + 1);
}
