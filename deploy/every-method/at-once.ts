import type { DescMethod } from '@bufbuild/protobuf';
import { isRead } from '@marquee/contracts/idempotency';
import { call, isBroken } from './call.ts';
import { leastCaller } from './callers.ts';
import { validRequest } from './requests.ts';
import { rowsAbout } from './rows-about.ts';
import { methods } from './running-services.ts';
import { openScene } from './scene.ts';

const AT_ONCE = 50;
const WAITS_MS_MAX = 60_000;

/** Tests that an impatient browser, which sends the same request many times at once, has one effect. */
export function testRequestsAtOnce(): void {
  test.each(methods.filter(([, method]) => !isRead(method)))(
    `%s, sent ${AT_ONCE} times at once, breaks nothing and writes as much as one does [SYS-06:request-id]`,
    async (_name, method) => {
      const one = await written(method, 1);
      const many = await written(method, AT_ONCE);
      expect(many.broken).toEqual([]);
      expect(many.succeeded).toBeGreaterThan(0);
      expect(many.tables).toEqual(one.tables);
    },
    WAITS_MS_MAX,
  );
}

/** What becomes of a request that is sent so many times at once, and how many rows of each table are about it then. */
async function written(method: DescMethod, times: number) {
  const scene = await openScene(method, leastCaller(method));
  const request = await validRequest(method, scene);
  const calling = scene.calling();
  const answers = await Promise.all(Array.from({ length: times }, () => call(method, calling, request)));
  const rows = await rowsAbout(method, scene.ids());
  const tables = Object.entries(Object.groupBy(rows, (row) => row.split(' ')[0] ?? ''));
  return {
    broken: answers.filter(isBroken),
    succeeded: answers.filter(({ code }) => code === 'OK').length,
    tables: Object.fromEntries(tables.map(([table, of]) => [table, of?.length ?? 0])),
  };
}
