import { type DescMessage, getOption, hasOption, type Message } from '@bufbuild/protobuf';
import { page_tags as pageTags } from '@marquee/contracts/events/v1/page_tags_pb';
import { allEvents } from '@marquee/contracts/services';
import type { Bus, Subscription } from '@marquee/events/bus';
import { tailEvents } from '@marquee/events/tail-events';

/** The events that make cached pages stale; the contract of each names the pages. */
const dropping = allEvents().filter((event) => hasOption(event, pageTags) && getOption(event, pageTags).length > 0);

/** Drops cached pages when an event makes them stale; other changes show when a page expires after 5 s. */
export function followPageTags(bus: Bus, drop: (tags: string[]) => void): Promise<Subscription> {
  return tailEvents(
    bus,
    dropping.map((schema) => ({ schema, handle: (message) => drop(tagsOf(schema, message)) })),
  );
}

/** The tags in the contract, with the event's values in place of field names. */
function tagsOf(event: DescMessage, message: Message): string[] {
  return getOption(event, pageTags).map((tag) =>
    tag.replace(/\{([\w.]+)\}/g, (_, path: string) => String(valueAt(event, message, path.split('.')))),
  );
}

/** The value of a field, or of a field of the message that it holds. */
function valueAt(schema: DescMessage, message: Message, [name, ...rest]: string[]): unknown {
  const field = schema.fields.find((one) => one.name === name);
  const value = (message as unknown as Record<string, unknown>)[field?.localName ?? ''];
  return rest.length > 0 && field?.message && value ? valueAt(field.message, value as Message, rest) : value;
}
