import type { DescMethod } from '@bufbuild/protobuf';
import { isIdempotent, isRead } from '@marquee/contracts/idempotency';
import { call, type Values } from './call.ts';
import { hasRequestId, leastCaller } from './callers.ts';
import { entryNames, validRequest } from './requests.ts';
import { rowsAbout } from './rows-about.ts';
import { methods } from './running-services.ts';
import { openScene } from './scene.ts';

/** Tests that a request which succeeds is known of each method, and of what happens when it is repeated. */
export function testRepeatedRequests(): void {
  test.each(methods.filter(([, method]) => isRead(method)))(
    '%s answers a valid request, and writes nothing [SYS-06:access]',
    async (_name, method) => {
      const { ask, rows } = await validCall(method);
      const before = await rows();
      expect(await ask()).toMatchObject({ code: 'OK' });
      expect(await rows()).toEqual(before);
    },
  );

  test.each(methods.filter(([, method]) => isIdempotent(method) && !isRead(method)))(
    '%s writes the same once as twice [SYS-06:request-id]',
    async (_name, method) => {
      const { ask, allRows } = await validCall(method);
      expect(await ask()).toMatchObject({ code: 'OK' });
      const once = await allRows();
      await ask();
      expect(await allRows()).toEqual(once);
    },
  );

  test.each(methods.filter(([, method]) => !isIdempotent(method)))(
    '%s writes a valid request once per request id, and refuses one without [SYS-06:request-id]',
    (_name, method) => writesOnce(method),
  );

  test('each exception of a valid request is of a method that there is', () => {
    const names: string[] = methods.map(([name]) => name);
    expect(entryNames.filter((name) => !names.includes(name))).toEqual([]);
  });
}

async function writesOnce(method: DescMethod): Promise<void> {
  expect(hasRequestId(method)).toBe(true);
  const { request, ask, rows, allRows } = await validCall(method);
  const before = await rows();
  expect(await ask({ ...request, requestId: '' })).toMatchObject({ code: 'InvalidArgument', fields: ['requestId'] });
  expect(await rows()).toEqual(before);

  const first = await ask();
  expect(first).toMatchObject({ code: 'OK' });
  expect(await rows()).not.toEqual(before);
  const once = await allRows();
  expect(await ask()).toEqual(first);
  expect(await allRows()).toEqual(once);

  const refusals = [];
  for (const other of othersOf(request)) refusals.push({ other, ...(await ask(other)) });
  expect(refusals.filter(({ code }) => code === 'OK')).toEqual([]);
  expect(refusals.map(({ reason }) => reason)).toContain('REQUEST_ID_REUSED');
  expect(await allRows()).toEqual(once);
}

/** A request that succeeds, and the rows that it is about. */
async function validCall(method: DescMethod) {
  const scene = await openScene(method, leastCaller(method));
  const request = await validRequest(method, scene);
  const made: string[] = [];
  return {
    request,
    async ask(values: Values = request) {
      const answer = await call(method, scene.calling(), values);
      made.push(...idsIn(answer.text));
      return answer;
    },
    rows: () => rowsAbout(method, scene.ids()),
    /** With those of what the answers name. */
    allRows: () => rowsAbout(method, [...scene.ids(), ...made]),
  };
}

const idsIn = (text: string) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];

/** The same request with another body: a space more in a text, which most rules allow, a byte more, or a flag turned over. */
function othersOf(request: Values): Values[] {
  return Object.entries(request).flatMap(([name, value]) => {
    if (name === 'requestId') return [];
    if (typeof value === 'string') return [{ ...request, [name]: `${value} ` }];
    if (value instanceof Uint8Array) return [{ ...request, [name]: Uint8Array.of(...value, 0) }];
    return typeof value === 'boolean' ? [{ ...request, [name]: !value }] : [];
  });
}
