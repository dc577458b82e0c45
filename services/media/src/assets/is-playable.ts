import type { TranscodeRow } from '../transcode-queue/transcodes.ts';
import type { AssetRow } from './assets.ts';

/** A complete version plays; of a protected asset only one that is encrypted. */
export function isPlayable(
  { protected: mustBeProtected }: Pick<AssetRow, 'protected'>,
  version: Pick<TranscodeRow, 'status' | 'isProtected'>,
): boolean {
  return version.status === 'COMPLETE' && (version.isProtected || !mustBeProtected);
}
