import type { MediaResources } from '../resources.ts';

/** Tells open pages that their asset is older. Called after the commit. */
export function signalAsset(
  { signals }: Pick<MediaResources, 'signals'>,
  asset: { id: string; version: bigint },
  data: Record<string, string> = {},
): void {
  signals.publish(`asset:${asset.id}`, asset.version, data);
}
