import { fixedClock } from '@marquee/testing/fixed-clock';
import { newCall, runInCall } from '../context.ts';
import { generateSigningKey, publicKeys } from '../keys.ts';
import { verifyServiceToken } from '../service-token.ts';
import { runInTransaction } from '../transaction-guard.ts';
import { metadataNames } from './metadata.ts';
import { Outgoing } from './outgoing.ts';

const key = generateSigningKey();

test('one token serves all calls to a callee until a minute before it expires', () => {
  const clock = fixedClock('2026-11-22T12:00:00Z');
  const outgoing = new Outgoing({ service: 'film', callee: 'media', serviceKey: key, clock });
  const token = () => String(outgoing.metadata(newCall(), undefined).get(metadataNames.serviceToken)[0]);
  const first = token();
  const keys = new Map([['film', publicKeys(key)]]);
  expect(verifyServiceToken(keys, first)).toMatchObject({ caller: 'film', callee: 'media' });
  clock.advance(240_000);
  expect(token()).toBe(first);
  clock.advance(1);
  expect(token()).not.toBe(first);
});

test('a token that was issued before the clock was set back is replaced', () => {
  const clock = fixedClock('2026-11-22T12:00:00Z');
  const outgoing = new Outgoing({ service: 'film', callee: 'media', serviceKey: key, clock });
  const issued = () => {
    const token = String(outgoing.metadata(newCall(), undefined).get(metadataNames.serviceToken)[0]);
    return verifyServiceToken(new Map([['film', publicKeys(key)]]), token)?.issuedAt;
  };
  expect(issued()).toEqual(clock.now());
  clock.advance(-600_000);
  expect(issued()).toEqual(clock.now());
});

test('a call carries the request it is made for, and no token where there is no key or viewer', () => {
  const outgoing = new Outgoing({ service: 'film', callee: 'media' });
  const origin = newCall({ requestId: 'request-1', viewerToken: 'viewer' });
  const metadata = outgoing.metadata(origin, { 'x-extra': 'yes' }).getMap();
  expect(metadata).toMatchObject({
    'x-extra': 'yes',
    [metadataNames.requestId]: 'request-1',
    [metadataNames.viewerToken]: 'viewer',
    [metadataNames.traceparent]: origin.traceparent,
  });
  expect(metadata).not.toHaveProperty(metadataNames.serviceToken);
  expect(outgoing.metadata(newCall(), undefined).getMap()).not.toHaveProperty(metadataNames.viewerToken);
  expect(outgoing.metadata(origin, undefined, 'of a span').get(metadataNames.traceparent)).toEqual(['of a span']);
});

test('a call belongs to the one that runs, and none is made inside a transaction', async () => {
  const outgoing = new Outgoing({ service: 'film', callee: 'media' });
  const call = newCall();
  expect(runInCall(call, () => outgoing.origin())).toBe(call);
  await expect(runInTransaction({}, async () => outgoing.origin())).rejects.toThrow();
});
