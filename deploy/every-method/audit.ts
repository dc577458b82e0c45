import type { DescService } from '@bufbuild/protobuf';
import { Audience, accessOf } from '@marquee/contracts/access';
import { isRead } from '@marquee/contracts/idempotency';
import { ownerOf } from '@marquee/contracts/services';
import { eventually } from '@marquee/testing/eventually';
import { call } from './call.ts';
import { leastCaller } from './callers.ts';
import { validRequest } from './requests.ts';
import { methods, serviceNamed } from './running-services.ts';
import { openScene } from './scene.ts';

type Log = { of: string; table: string; who: string };

/** Where it is kept what staff do in a service, or by one API of it. What they do with videos is in the history of the film. */
const LOGS: Record<string, Log> = {
  identity: { of: 'identity', table: 'audit_log', who: 'actor_id' },
  film: { of: 'film', table: 'film_actions', who: 'actor_id' },
  festival: { of: 'festival', table: 'organization_actions', who: 'actor_id' },
  media: { of: 'film', table: 'film_actions', who: 'actor_id' },
  'media.v1.WorkerKeyService': { of: 'media', table: 'worker_keys', who: 'coalesce(revoked_by, created_by)' },
  marketing: { of: 'identity', table: 'audit_log', who: 'actor_id' },
};

const STAFF = [Audience.STAFF, Audience.ADMIN];
const writesOfStaff = methods.filter(([, method]) => {
  return !isRead(method) && STAFF.includes(accessOf(method)?.audience ?? Audience.UNSPECIFIED);
});

/** Tests that whatever staff change is kept with who did it. */
export function testAudit(): void {
  test.each(writesOfStaff)('%s leaves who did it in the log of what staff do [ADU-10:log]', async (_name, method) => {
    const scene = await openScene(method, leastCaller(method));
    const request = await validRequest(method, scene);
    const calling = scene.calling();
    const actorId = calling.viewer.kind === 'account' ? calling.viewer.accountId : '';
    expect(await entriesBy(method.parent, actorId)).toBe(0);
    expect(await call(method, calling, request)).toMatchObject({ code: 'OK' });
    await eventually(async () => expect(await entriesBy(method.parent, actorId)).toBeGreaterThan(0));
  });
}

async function entriesBy(api: DescService, actorId: string): Promise<number> {
  const log = LOGS[api.typeName] ?? LOGS[ownerOf(api)];
  if (!log) throw new Error(`${api.typeName} keeps nothing of what staff do`);
  const text = `SELECT count(*)::int AS count FROM ${log.table} WHERE ${log.who} = $1`;
  const [row] = await serviceNamed(log.of).platform.db.query<{ count: number }>(text, [actorId]);
  return row?.count ?? 0;
}
