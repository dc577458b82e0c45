import type { AccountViewer } from '@marquee/runtime/viewer';
import type { IdentityResources } from '../resources.ts';
import type { Between } from './between.ts';
import { declinedLately } from './connection-errors.ts';
import { getConnection } from './get-connection.ts';

/**
 * The answer to a request that is repeated by its id: what has become of it, as a new request would read it. Nothing is
 * sent [NET-06].
 */
export async function repeatRequest(
  resources: Pick<IdentityResources, 'db' | 'clock'>,
  viewer: AccountViewer,
  profileId: string,
): Promise<Between> {
  const { connection } = await getConnection(resources, viewer, { profileId });
  const { requestableFrom } = connection;
  if (requestableFrom) throw declinedLately(requestableFrom, resources.clock.now());
  return connection;
}
