import { CONNECTION_LIMITS } from '@marquee/rules/connections';
import type { Person } from '../people/people.ts';
import type { Connection } from './connections.ts';

const DAY_MS = 86_400_000;

export type StateForViewer = 'NONE' | 'SENT' | 'RECEIVED' | 'CONNECTED';

/** What there is between the viewer and a person, as the viewer sees it. */
export type Between = {
  person: Person;
  state: StateForViewer;
  since: Date | null;
  /** When the viewer may ask again; null when they may now. */
  requestableFrom: Date | null;
};

export function between(viewerId: string, person: Person, connection: Connection | undefined, now: Date): Between {
  const state = stateFor(viewerId, connection);
  const from = connection && possibleFrom(connection, viewerId);
  return {
    person,
    state,
    since: state === 'NONE' ? null : (connection?.since ?? null),
    requestableFrom: state === 'NONE' && from && from > now ? from : null,
  };
}

function stateFor(viewerId: string, connection: Connection | undefined): StateForViewer {
  if (connection?.state === 'CONNECTED') return 'CONNECTED';
  if (connection?.state !== 'REQUESTED') return 'NONE';
  return connection.requesterId === viewerId ? 'SENT' : 'RECEIVED';
}

/** From when somebody whose request was declined may ask again; undefined when none was. */
export function possibleFrom({ declinedId, declinedAt }: Connection, requesterId: string): Date | undefined {
  if (declinedId !== requesterId || !declinedAt) return undefined;
  return new Date(declinedAt.getTime() + CONNECTION_LIMITS.declinedDays * DAY_MS);
}
