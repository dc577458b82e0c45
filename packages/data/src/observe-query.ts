import { currentCall } from '@marquee/runtime/context';
import { isMeasuring, secondsSince } from '@marquee/runtime/telemetry/instruments';
import { isRecorded, startSpan } from '@marquee/runtime/telemetry/spans';
import { dbQuerySeconds } from './instruments.ts';

const OPERATION = /^\s*(?:WITH\b[\s\S]*?\b(?=INSERT|UPDATE|DELETE)|)(\w+)/i;
const TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:"\w+"\.)?"?(\w+)"?/i;
// Made from the text, such as Prisma's: they say nothing to people.
const MADE_NAME = /^prisma_/;

/** Runs a statement as a span of the running call. The span has the statement's name, never a value. */
export function observeQuery<T>(statement: unknown, run: () => T): T {
  const parent = currentCall()?.traceparent;
  const recorded = isRecorded(parent);
  if (!recorded && !isMeasuring()) return run();
  const startedAt = performance.now();
  const about = recorded ? aboutStatement(statement) : undefined;
  const span = about && parent && startSpan(about.name, { kind: 'client', parent, attributes: about.attributes });
  const end = (failure?: string) => {
    dbQuerySeconds.record(secondsSince(startedAt));
    if (span) span.end(failure);
  };
  const running = run();
  if (running instanceof Promise)
    running.then(
      () => end(),
      (error) => end(sqlstateOf(error)),
    );
  return running;
}

function aboutStatement(statement: unknown) {
  const { name, text } = typeof statement === 'object' && statement !== null ? (statement as Named) : {};
  const sql = typeof statement === 'string' ? statement : (text ?? '');
  const operation = OPERATION.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
  const table = TABLE.exec(sql)?.[1];
  const summary = table ? `${operation} ${table}` : operation;
  const attributes = {
    ...{ 'db.system': 'postgresql', 'db.operation.name': operation },
    ...(table && { 'db.collection.name': table }),
  };
  return { name: name && !MADE_NAME.test(name) ? name : summary, attributes };
}

type Named = { name?: string; text?: string };

function sqlstateOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
