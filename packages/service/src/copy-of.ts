import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { Envelope } from '@marquee/contracts/events/v1/envelope_pb';
import { every } from '@marquee/data/every';
import { type Bus, RETENTION_DAYS } from '@marquee/events/bus';
import { on } from '@marquee/events/consumer';
import * as copies from '@marquee/events/copies';
import { topicOf } from '@marquee/events/topics';
import type { Logger } from '@marquee/runtime/log';
import type { Loop } from './define-service.ts';
import { type ServiceResources, transact, type Write } from './use-case.ts';

/** A page of an owner's export; an empty cursor says that it is the last. */
export type ExportPage<Row> = { rows: readonly Row[]; nextCursor: string };

export type CopyOptions<R, E extends DescMessage, Row extends copies.CopiedRow> = {
  /** Names the copy in the service's database. Never renamed. */
  name: string;
  /** The event by which the owner says that a row has changed. */
  event: E;
  /** What the event says of the row; undefined when it says nothing of this copy. The envelope has its version. */
  rowOf(event: MessageShape<E>, envelope: Envelope): Row | undefined;
  /** Reads a page of the owner's export, which lists every row with its version. */
  exportPage(resources: R, cursor: string): Promise<ExportPage<Row>>;
  /** Keeps a row unless a newer version of it is kept already. */
  keep(write: Write<R>, row: Row): Promise<unknown>;
  /** SQL that selects id and version of every row that is kept. */
  kept: string;
  /** Removes a row that its owner no longer has, unless another version than this one is kept by now. */
  forget(write: Write<R>, row: copies.CopiedRow): Promise<unknown>;
};

type CopyResources = ServiceResources & {
  log: Logger;
  bus: Bus;
  /** The service's name, under which the bus stores how far it has read. */
  name: string;
};

/** How soon a load is tried again while the owner is unavailable. */
const LOOK_EVERY_MS = 5_000;
const ALIVE_EVERY_MS = 60_000;
const MS_PER_DAY = 86_400_000;
/** Short of the bus's retention, so that no event is gone before the export is read. */
const BEHIND_MS = (RETENTION_DAYS - 1) * MS_PER_DAY;
/** Rows that are gone at their owner are forgotten by so many in a transaction. */
const FORGET_ROWS_MAX = 100;

/**
 * Keeps a service's own copy of rows that another service owns: from its events, and from its export when the copy was
 * never loaded, or when the service has not caught up with the events for as long as the bus keeps them. A load that
 * breaks off continues at the same page. Versions decide, so that events and export may arrive in any order.
 */
export function copyOf<R extends CopyResources, E extends DescMessage, Row extends copies.CopiedRow>(
  options: CopyOptions<R, E, Row>,
) {
  const { name, event, rowOf, exportPage, keep, kept, forget } = options;
  const topic = topicOf(event);
  const onChange = on(event, async (write: Write<R>, message, envelope) => {
    const row = rowOf(message, envelope);
    if (row !== undefined) await keep(write, row);
  });

  /** A consumer that hangs, or that cannot reach the bus, has not. */
  async function hasCaughtUp({ bus, name: group }: R): Promise<boolean> {
    const lags = await bus.lag().catch(() => []);
    return lags.some((lag) => lag.group === group && lag.topic === topic && lag.messages === 0);
  }

  async function look(resources: R, signal: AbortSignal): Promise<void> {
    const { db, clock } = resources;
    const now = clock.now();
    const behind = new Date(now.getTime() - BEHIND_MS);
    const state = await copies.find(db, name);
    if (!state || state.aliveAt < behind) {
      // Of several processes one begins; the others join its load at their next look.
      if (await db.transaction((tx) => copies.begin(tx, name, kept, { now, behind })))
        await load(resources, '', signal);
    } else if (!state.loadedAt) {
      await load(resources, state.cursor, signal);
    } else if (now.getTime() - state.aliveAt.getTime() >= ALIVE_EVERY_MS && (await hasCaughtUp(resources))) {
      await copies.touch(db, name, now);
    }
  }

  async function load(resources: R, from: string, signal: AbortSignal): Promise<void> {
    const { log } = resources;
    let cursor = from;
    let count = 0;
    do {
      const page = await exportPage(resources, cursor).catch((err: unknown) => {
        log.warn({ err, copy: name }, 'a copy waits to be loaded: its owner did not answer');
      });
      if (!page) return;
      const { rows, nextCursor } = page;
      await transact(resources, async (write) => {
        for (const row of rows) await keep(write, row);
        const ids = rows.map(({ id }) => id);
        await copies.advance(write.tx, name, nextCursor, ids);
      });
      count += rows.length;
      cursor = nextCursor;
    } while (cursor !== '' && !signal.aborted);
    if (cursor !== '') return;
    while (await forgetSome(resources)) if (signal.aborted) return;
    log.info({ copy: name, count }, 'a copy was loaded from its owner');
  }

  /** True while there may be more to forget; the last time, the load is finished. */
  function forgetSome(resources: R): Promise<boolean> {
    return transact(resources, async (write) => {
      const gone = await copies.takeUnconfirmed(write.tx, name, FORGET_ROWS_MAX);
      for (const row of gone) await forget(write, row);
      if (gone.length === FORGET_ROWS_MAX) return true;
      await copies.finish(write.tx, name, resources.clock.now());
      return false;
    });
  }

  return {
    /** Keeps what the event says. */
    onChange,
    /** Loads what is missing, and notes that the events are followed. Tries again while the owner is unavailable. */
    loop: (resources: R): Loop =>
      every(LOOK_EVERY_MS, (signal) => look(resources, signal), { name: `copy of ${name}`, log: resources.log }),
  };
}
