import type { Hash } from '../gifts/address-hashes.ts';
import { addressOf } from '../gifts/address-of.ts';
import type { FestivalResources } from '../resources.ts';

/** The hash of somebody's proven address, which identity is asked for outside of a transaction. */
export async function addressHashOf(resources: FestivalResources, accountId: string): Promise<Hash | undefined> {
  const address = await addressOf(resources, accountId);
  return address === '' ? undefined : resources.addressHashes.addressHash(address);
}

/** The same, where they can do without: undefined as well while identity does not answer. */
export async function addressHashIfKnown(resources: FestivalResources, accountId: string): Promise<Hash | undefined> {
  try {
    return await addressHashOf(resources, accountId);
  } catch (err) {
    resources.log.warn({ err }, 'identity did not say which address somebody has');
    return undefined;
  }
}
