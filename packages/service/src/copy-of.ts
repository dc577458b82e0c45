import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { Database, Tx } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import { RETENTION_DAYS } from '@marquee/events/bus';
import { on, type Subscribed } from '@marquee/events/consumer';
import * as copies from '@marquee/events/copies';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { Loop } from './define-service.ts';

/** A page of an owner's export; an empty cursor says that it is the last. */
export type ExportPage<Row> = { rows: readonly Row[]; nextCursor: string };

export type CopyOptions<R, E extends DescMessage, Row> = {
  /** Names the copy in the service's database. Never renamed. */
  name: string;
  /** The event by which the owner says that a row has changed. */
  event: E;
  /** What the event says of the row; undefined when it says nothing of this copy. */
  rowOf(event: MessageShape<E>): Row | undefined;
  /** Reads a page of the owner's export, which lists every row with its version. */
  exportPage(resources: R, cursor: string): Promise<ExportPage<Row>>;
  /** Keeps a row unless a newer version of it is kept already. */
  keep(tx: Tx, row: Row): Promise<unknown>;
};

type CopyResources = { db: Database; clock: Clock; log: Logger };

/** How soon a load is tried again while the owner is away. */
const LOOK_EVERY_MS = 5_000;
const ALIVE_EVERY_MS = 60_000;
const MS_PER_DAY = 86_400_000;
/** Short of the bus's retention, so that no event is gone before the export is read. */
const BEHIND_MS = (RETENTION_DAYS - 1) * MS_PER_DAY;

/**
 * Keeps a service's own copy of rows that another service owns: from its events, and from its export when the copy was
 * never loaded, or when the service was away for longer than the bus keeps events. A load that breaks off goes on with
 * the page that it was at. Versions decide, so that events and export may arrive in any order.
 */
export function copyOf<R extends CopyResources, E extends DescMessage, Row>(options: CopyOptions<R, E, Row>) {
  const { name, event, rowOf, exportPage, keep } = options;
  const events = (): Subscribed[] => [
    on(event, async (tx, message) => {
      const row = rowOf(message);
      if (row !== undefined) await keep(tx, row);
    }),
  ];

  async function load(resources: R, signal: AbortSignal): Promise<void> {
    const { db, clock, log } = resources;
    const state = await copies.find(db, name);
    const isBehind = state && clock.now().getTime() - state.aliveAt.getTime() > BEHIND_MS;
    if (!state || isBehind) await copies.begin(db, name, clock.now());
    else if (state.loadedAt) {
      if (clock.now().getTime() - state.aliveAt.getTime() >= ALIVE_EVERY_MS) await copies.touch(db, name, clock.now());
      return;
    }

    let cursor = isBehind ? '' : (state?.cursor ?? '');
    let count = 0;
    do {
      const page = await exportPage(resources, cursor).catch((err: unknown) => {
        log.warn({ err, copy: name }, 'a copy waits to be loaded: its owner did not answer');
      });
      if (!page) return;
      await db.transaction(async (tx) => {
        for (const row of page.rows) await keep(tx, row);
        await copies.advance(tx, name, page.nextCursor, clock.now());
      });
      count += page.rows.length;
      cursor = page.nextCursor;
    } while (cursor !== '' && !signal.aborted);
    if (cursor === '') log.info({ copy: name, count }, 'a copy was loaded from its owner');
  }

  return {
    events,
    /** Loads what is missing, and notes that the events are followed. Tries again while the owner is away. */
    loop: (resources: R): Loop =>
      every(LOOK_EVERY_MS, (signal) => load(resources, signal), { name: `copy of ${name}`, log: resources.log }),
  };
}
