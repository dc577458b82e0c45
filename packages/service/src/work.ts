import type { WorkLoopOptions } from '@marquee/data/work-loop';
import type { Work } from '@marquee/data/work-table';
import type { Logger } from '@marquee/runtime/log';
import { type ServiceResources, transact, type Write } from './use-case.ts';

/** Rows of work and how to do them. What an attempt writes is given what a writing use case is given. */
export type WorkDefinition<R, Row extends Work, Result> = Omit<
  WorkLoopOptions<Row, Result, Write<R>>,
  'db' | 'log' | 'clock' | 'transact'
>;

/** The loop of a service's work: `startWorkLoop(workOf(resources, { name, table, run, complete, … }))`. */
export function workOf<R extends ServiceResources & { log: Logger }, Row extends Work, Result>(
  resources: R,
  definition: WorkDefinition<R, Row, Result>,
): WorkLoopOptions<Row, Result, Write<R>> {
  const { db, log, clock } = resources;
  return { ...definition, db, log, clock, transact: (work) => transact(resources, work) };
}
