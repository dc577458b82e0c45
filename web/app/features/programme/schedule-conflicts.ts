import type { EventView } from './event-view.ts';

type Timed = Pick<EventView, 'id' | 'name' | 'status' | 'startTime' | 'endTime'>;

/** Of each event that overlaps others, their names. What is cancelled is in nobody's way [FES-11]. */
export function conflictsOf(events: readonly Timed[]): Map<string, string[]> {
  const held = events.filter(({ status }) => status !== 'CANCELLED');
  const overlap = (a: Timed, b: Timed) =>
    a.id !== b.id && Date.parse(a.startTime) < Date.parse(b.endTime) && Date.parse(b.startTime) < Date.parse(a.endTime);
  const found = held.map(
    (event) => [event.id, held.filter((other) => overlap(event, other)).map(({ name }) => name)] as const,
  );
  return new Map(found.filter(([, names]) => names.length > 0).map(([id, names]) => [id, [...names]]));
}
