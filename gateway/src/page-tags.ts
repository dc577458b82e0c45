import { type DescMessage, fromBinary, getOption, hasOption } from '@bufbuild/protobuf';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { page_tags as pageTags } from '@marquee/contracts/events/v1/page_tags_pb';
import { allEvents } from '@marquee/contracts/services';
import type { Bus, Subscription } from '@marquee/events/bus';
import { topicOf } from '@marquee/events/topics';

/** The events that make cached pages wrong: the contract of each says which. */
const dropping = allEvents().filter((event) => hasOption(event, pageTags) && getOption(event, pageTags).length > 0);

/** Drops cached pages when an event makes them wrong; other changes show within the pages' 5 s of life. */
export async function followPageTags(bus: Bus, drop: (tags: string[]) => void): Promise<Subscription> {
  const byType = new Map(dropping.map((event) => [event.typeName, event]));
  const topics = [...new Set(dropping.map(topicOf))];
  const tails = await Promise.all(
    topics.map((topic) =>
      bus.tail({
        topic,
        handler: async ({ type, body }) => {
          const event = byType.get(type);
          if (event) drop(tagsOf(event, fromBinary(EnvelopeSchema, body).payload));
        },
      }),
    ),
  );
  return {
    async close() {
      await Promise.all(tails.map((tail) => tail.close()));
    },
  };
}

/** The tags that the contract names, with the event's own values in place of its fields. */
function tagsOf(event: DescMessage, payload: Uint8Array): string[] {
  const values = fromBinary(event, payload) as unknown as Record<string, unknown>;
  return getOption(event, pageTags).map((tag) =>
    tag.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(values[event.fields.find((field) => field.name === name)?.localName ?? '']),
    ),
  );
}
