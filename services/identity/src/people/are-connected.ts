import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as connections from '../connection/connections.ts';
import type { IdentityResources } from '../resources.ts';

export const areConnectedSchema = z.object({ accountId: z.string().min(1), otherId: z.string().min(1) });

/** Whether two people are connected, for a service that lets only connections do something. */
export async function areConnected(
  { db }: Pick<IdentityResources, 'db'>,
  _viewer: Viewer,
  { accountId, otherId }: z.output<typeof areConnectedSchema>,
): Promise<{ connected: boolean }> {
  if (!isId(accountId) || !isId(otherId)) return { connected: false };
  return { connected: (await connections.find(db, [accountId, otherId]))?.state === 'CONNECTED' };
}
