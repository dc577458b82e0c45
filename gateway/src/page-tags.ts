import { type DescMessage, fromBinary, getOption, hasOption } from '@bufbuild/protobuf';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { page_tags as pageTags } from '@marquee/contracts/events/v1/page_tags_pb';
import { allEvents } from '@marquee/contracts/services';
import type { Bus, Subscription } from '@marquee/events/bus';
import { topicOf } from '@marquee/events/topics';

/** The events that make cached pages stale; the contract of each names the pages. */
const dropping = allEvents().filter((event) => hasOption(event, pageTags) && getOption(event, pageTags).length > 0);

/** Drops cached pages when an event makes them stale; other changes show when a page expires after 5 s. */
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

/** The tags in the contract, with the event's values in place of field names. */
function tagsOf(event: DescMessage, payload: Uint8Array): string[] {
  const values = fromBinary(event, payload) as unknown as Record<string, unknown>;
  return getOption(event, pageTags).map((tag) =>
    tag.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(values[event.fields.find((field) => field.name === name)?.localName ?? '']),
    ),
  );
}
