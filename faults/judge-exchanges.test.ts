import { gapsOf, judgeExchanges, returnsOf } from './judge-exchanges.ts';
import type { Exchange } from './records.ts';

const exchange = (given: Partial<Exchange>): Exchange => ({
  ...{ client: 'viewer', kind: 'page', what: 'film', sentAt: 0, endedAt: 10, status: 200, code: '', message: '' },
  ...given,
});
const judge = (given: Partial<Exchange>) => judgeExchanges([exchange(given)], { component: 'film', fault: 'killed' });
const at = (ended: number) => ({ component: 'film', fault: 'killed', ended }) as const;
const CLEAR = 'The service is not available right now. Please try again in a moment.';

test('a clear refusal that asks to retry is no problem', () => {
  expect(judge({ status: 503, code: 'unavailable', message: CLEAR })).toEqual([]);
  expect(judge({ status: 504, code: 'deadline_exceeded', message: 'This took too long. Please try again.' })).toEqual(
    [],
  );
});

test.each([
  ['an answer that claims what is not so', { status: 200, flaw: 'it does not hold the title' }],
  ['no answer at all', { status: 0, message: 'ECONNREFUSED' }],
  ['a film that exists and is not found', { status: 404, code: 'not_found', message: 'This film does not exist.' }],
  ['somebody signed in who is asked to sign in', { status: 401, code: 'unauthenticated', message: 'Please sign in.' }],
  ['an error nobody foresaw', { status: 500, code: 'internal', message: 'internal error' }],
  ['words of the machinery', { status: 503, code: 'unavailable', message: 'connect ECONNREFUSED 127.0.0.1:5432' }],
  ['a refusal without a message', { status: 503 }],
])('%s is blamed', (_, given) => {
  expect(judge(given)).toHaveLength(1);
});

test('a service that refuses again was not back yet, and asking for the offset of an upload does not count', () => {
  const flapping = [2_000, 3_000, 4_000, 5_000].map((at) =>
    exchange({ sentAt: at, endedAt: at + 100, status: at % 2_000 === 0 ? 503 : 200 }),
  );
  const back = (exchanges: Exchange[], of: string) =>
    returnsOf(exchanges, at(1_000)).find(({ kind }) => kind === of)?.ms;
  expect(back(flapping, 'page')).toBe(4_100);
  expect(back([...flapping, exchange({ sentAt: 6_000, endedAt: 6_100, status: 503 })], 'page')).toBeUndefined();
  const head = exchange({ kind: 'upload', what: 'HEAD', sentAt: 2_000, endedAt: 2_100 });
  const conflict = exchange({ kind: 'upload', what: 'PATCH', sentAt: 4_000, endedAt: 4_100, status: 409 });
  expect(back([head], 'upload')).toBeUndefined();
  expect(back([head, exchange({ ...head, what: 'PATCH', endedAt: 3_000 }), conflict], 'upload')).toBe(2_000);
});

test('a connection that was lost with a gateway says nothing about the gateway that is back', () => {
  const back = (component: 'gateway' | 'film', fault: 'lost' | 'paused', connectedAt?: number) => {
    const late = { sentAt: 3_000, endedAt: 28_000, status: 0, message: 'TimeoutError' };
    const since = [
      exchange({ sentAt: 2_000, endedAt: 2_100 }),
      exchange({ ...late, ...(connectedAt && { connectedAt }) }),
    ];
    return returnsOf(since, { component, fault, ended: 1_000 }).find(({ kind }) => kind === 'page')?.ms;
  };
  expect(back('gateway', 'lost', 900)).toBe(1_100);
  expect([back('gateway', 'lost', 1_500), back('gateway', 'lost')]).toEqual([undefined, undefined]);
  expect([back('gateway', 'paused', 900), back('film', 'lost', 900)]).toEqual([undefined, undefined]);
});

test('a timeout of an upload is accepted only where its path leads through the lost component', () => {
  const late = exchange({ kind: 'upload', what: 'PATCH', status: 0, message: 'TimeoutError' });
  expect(judgeExchanges([late], { component: 'media', fault: 'lost' })).toEqual([]);
  expect(judgeExchanges([late], { component: 'identity', fault: 'lost' })).toHaveLength(1);
  expect(judgeExchanges([late], { component: 'media', fault: 'killed' })).toHaveLength(1);
});

test('downtime runs from the first failed request to the next answer', () => {
  const exchanges = [
    exchange({ sentAt: 900, endedAt: 1_000 }),
    exchange({ sentAt: 2_000, endedAt: 2_100, status: 503 }),
    exchange({ sentAt: 4_000, endedAt: 4_100, status: 503 }),
    exchange({ sentAt: 7_000, endedAt: 7_500 }),
  ];
  const pages = ({ kind }: { kind: string }) => kind === 'page';
  expect(gapsOf(exchanges, { begun: 1_500, ended: 5_000 }).find(pages)).toEqual({ kind: 'page', ms: 5_500 });
  expect(returnsOf(exchanges, at(5_000)).find(pages)).toEqual({ kind: 'page', ms: 2_500 });
  expect(returnsOf(exchanges, at(8_000)).find(pages)).toEqual({ kind: 'page', ms: undefined });
});
