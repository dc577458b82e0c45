import type { OrderVerdict } from './event-order.ts';
import { COMPONENTS, type ComponentName, FAULTS, type FaultName } from './faults.ts';
import { BEAT_MS_MAX } from './judge-beats.ts';
import type { Cell } from './run-fault.ts';

const NAMES: Record<ComponentName, string> = {
  identity: 'identity',
  film: 'film',
  media: 'media',
  'media-worker': 'media-worker, in the middle of a job',
  notification: 'notification',
  gateway: 'gateway',
  broker: 'broker (Kafka)',
  cache: 'cache (Redis)',
  database: 'database (PostgreSQL, all at once)',
  store: 'store (S3)',
};

const WAYS: Record<FaultName, string> = {
  killed: '`kill -9`, started again after 1.5 s',
  paused: 'SIGSTOP for 10 s, then SIGCONT',
  'cut off': 'for 10 s every connection is reset and none is taken',
  lost: 'for 10 s nothing arrives and nothing is answered, and what was connected before stays dead: a machine that is gone',
};

/** The matrix as a page of the documents: no names of machines, paths or dates. */
export function renderReport(cells: readonly Cell[], order: OrderVerdict): string {
  const total = (read: (cell: Cell) => number) => cells.reduce((sum, cell) => sum + read(cell), 0);
  const requests = total((cell) => cell.requests);
  return [
    '# Faults',
    '',
    'Written by `npm run faults`: the scaled form as real processes on a real PostgreSQL, Kafka, Redis and S3 store, with a proxy in front of each, under a load of people who read, watch, review, edit, publish, upload and sign in. Each component fails in each way while they go on; afterwards the records of the clients are compared with what the owners have.',
    '',
    ...FAULTS.map((fault) => `- **${fault}**: ${WAYS[fault]}`),
    '',
    '_Without service_ is the longest that somebody waited for one kind of request, from the first try that failed (or was slow) to the next answer, and _back_ how long after the return of the component the slowest kind of request was served again, without another refusal in at least five seconds: a process of ours is back as it is started, a broker, cache, database or store once it serves. A browser’s connection from before a gateway was lost is dead and finds that out when it is used next: what waits on it in vain says nothing of the gateway that is back. _Acknowledged_ are all writes that clients had been told are done by then.',
    '',
    '| component | fault | requests | refused | without service | back | acknowledged | lost | doubled |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...inOrder(cells).map(row),
    '',
    `${requests} requests. ${order.events} events in the outboxes, ${order.published} on the bus: every event is there, those of each aggregate in its order${order.problems.length > 0 ? `, but for ${order.problems.length}` : ''}.`,
    '',
    '## What people read meanwhile',
    '',
    ...messages(cells),
    '',
    '## What is checked',
    '',
    '- Every acknowledged account, session, sign-out, review, edit, film, publication and upload is there, and is there once: reviews by their versions and their events, stars by the counts of each film, uploads by the SHA-256 of what lies in the store, transcodes by being complete. No mail came twice; that each came is seen by the sign-in whose link lay in it.',
    '- No answer claims success for something that is not so: pages hold the film, segments have the bytes that they had before, uploads answer with the offset that follows, whoever is signed in is that person.',
    '- No refusal but UNAVAILABLE and DEADLINE_EXCEEDED (or 502, 503 and 504), each with a text for people and nothing of the machinery in it. Uploads may also meet 409 and 423 and go on from where the server is.',
    '- No dead letters, no event that waits, no copy of a consumer that differs from its owner’s state.',
    `- Every position that a heartbeat gave is there, but for those of the last ${BEAT_MS_MAX / 1_000} seconds before film itself is killed: positions are written together, each second. The next heartbeat brings a newer one.`,
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
    NAMES[cell.component],
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
    return [`- ${NAMES[component]}: ${[...texts].map((text) => `“${text}”`).join(', ')}`];
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
  return all.length === 0 ? ['Nothing of it failed.', ''] : ['## What failed', '', ...all, ''];
}
