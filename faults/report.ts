import type { OrderVerdict } from './event-order.ts';
import { CLOCK_AHEAD_MS, COMPONENTS, type ComponentName, FAULTS, type FaultName, SLOW_LINK } from './faults.ts';
import { BEAT_MS_MAX } from './judge-beats.ts';
import type { Cell } from './run-fault.ts';

const NOTES: Readonly<Record<ComponentName, string>> = {
  'media-worker': 'in the middle of a job',
  broker: 'Kafka',
  cache: 'Redis',
  database: 'PostgreSQL, all at once',
  store: 'S3',
};

function titleOf(component: ComponentName): string {
  const note = NOTES[component];
  return note ? `${component} (${note})` : component;
}

const WAYS: Record<FaultName, string> = {
  killed: '`kill -9`, restarted after 1.5 s',
  paused: 'SIGSTOP for 10 s, then SIGCONT',
  'cut off': 'for 10 s every connection is reset and new ones are refused',
  lost: 'for 10 s no packet arrives or is answered, and connections from before stay dead, as when a machine is gone',
  slow: `for 25 s every answer takes ${2 * SLOW_LINK.latencyMs} ms longer, over ${SLOW_LINK.bytesPerSecond / 1_000} kB/s for all connections together`,
  'clock skewed': `for 10 s its clock is ${CLOCK_AHEAD_MS / 60_000} minutes ahead`,
  'topics deleted': 'every topic is deleted at once, after what was published had been read',
  flushed: 'everything in it is deleted at once',
  exhausted: 'for 10 s others hold every connection that it allows',
};

/** The report as Markdown, without names of machines, paths or dates. */
export function renderReport(cells: readonly Cell[], order: OrderVerdict): string {
  const total = (read: (cell: Cell) => number) => cells.reduce((sum, cell) => sum + read(cell), 0);
  const requests = total((cell) => cell.requests);
  return [
    '# Faults',
    '',
    'Written by `npm run faults`. It runs a scaled site as real processes on a real PostgreSQL, Kafka, Redis and S3 store, with a proxy in front of each, under a load of people who read, watch, review, edit, publish, upload, sign in, buy films and tickets, vote and are let in at a door. Each component fails in each way under that load. Afterwards every acknowledged write is compared with what the services have on record, and every invariant that the services export is checked.',
    '',
    ...FAULTS.map((fault) => `- **${fault}**: ${WAYS[fault]}`),
    '',
    '_Down_ is the longest downtime of one kind of request: from its first failed or slow attempt to the next answer. _Back_ is how long after the return of the component the slowest kind of request succeeded again, with no refusal for at least five seconds after. A process returns when it is started; a broker, cache, database or store when it serves. When a gateway is lost, browsers notice that their connections are dead only when they use them next; requests that time out on such a connection do not count. _Acknowledged_ counts all writes that were acknowledged to clients by then.',
    '',
    '| component | fault | requests | refused | down | back | acknowledged | lost | doubled |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...inOrder(cells).map(row),
    '',
    `${requests} requests. ${order.events} events in the outboxes, ${order.published} on the bus, ${order.problems.length > 0 ? `with ${order.problems.length} problems` : 'none missing, those of each aggregate in order'}.`,
    '',
    '## What people read during the faults',
    '',
    ...messages(cells),
    '',
    '## What is checked',
    '',
    '- Every acknowledged account, session, sign-out, review, edit, film, publication and upload exists, once: reviews are compared by version, uploads by the SHA-256 of the stored file, and videos must be transcoded. Every sign-in follows the link of its mail.',
    '- No answer claims success wrongly: pages contain the film, segments keep their bytes, uploads answer with the next offset, and a session belongs to the person who signed in.',
    '- The only refusals are UNAVAILABLE and DEADLINE_EXCEEDED (or 502, 503 and 504), each with a text for people and without technical details. Uploads may also get 409 and 423 and resume from the server’s offset.',
    '- Every invariant that a service exports (`services/*/src/invariants.ts`, `packages/events/src/invariants.ts`) holds: no unpublished events or dead letters, versions in order, ratings and likes counted once, an event for each version of a review, nothing left to check, transcode or send, every payment with its unlock, ticket or refund and none twice, books that balance, no mail sent twice, and every copy equal to what its owner has.',
    `- Every acknowledged position of a heartbeat is stored, except those of the last ${BEAT_MS_MAX / 1_000} seconds before film itself is killed: positions are written in batches, each second, and the next heartbeat sends a newer one.`,
    '',
    ...troubles(cells, order),
  ].join('\n');
}

function inOrder(cells: readonly Cell[]): Cell[] {
  const place = ({ component, fault }: Cell) => COMPONENTS.indexOf(component) * FAULTS.length + FAULTS.indexOf(fault);
  return [...cells].sort((one, other) => place(one) - place(other));
}

function row(cell: Cell): string {
  const { longest, slowestReturn } = cell;
  const columns = [
    titleOf(cell.component),
    cell.fault,
    cell.requests,
    cell.refused,
    longest.ms < SHOWN_MS_MIN ? 'none' : `${seconds(longest.ms)} (${longest.kind})`,
    Number.isFinite(slowestReturn.ms) ? `${seconds(slowestReturn.ms)} (${slowestReturn.kind})` : 'never',
    cell.acknowledged,
    cell.lost.length,
    cell.doubled.length,
  ];
  return `| ${columns.join(' | ')} |`;
}

const SHOWN_MS_MIN = 1_000;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function messages(cells: readonly Cell[]): string[] {
  return COMPONENTS.flatMap((component) => {
    const texts = new Set(cells.filter((cell) => cell.component === component).flatMap((cell) => cell.messages));
    texts.delete('');
    if (texts.size === 0) return [];
    return [`- ${titleOf(component)}: ${[...texts].map((text) => `“${text}”`).join(', ')}`];
  });
}

function troubles(cells: readonly Cell[], order: OrderVerdict): string[] {
  const lines = cells.flatMap((cell) =>
    [
      ...cell.lost.map((text) => `lost: ${text}`),
      ...cell.doubled.map((text) => `doubled: ${text}`),
      ...cell.problems,
    ].map((text) => `- ${cell.component}, ${cell.fault}: ${text}`),
  );
  const all = [...lines, ...order.problems.map((text) => `- ${text}`)];
  return all.length === 0 ? ['No check failed.', ''] : ['## What failed', '', ...all, ''];
}
