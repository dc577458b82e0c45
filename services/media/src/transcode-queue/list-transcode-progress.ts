import { isId } from '@marquee/data/ids';
import type { listTranscodeProgressSchema } from '@marquee/rules/asset-requests';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { MediaResources } from '../resources.ts';
import * as transcodes from './transcodes.ts';

/** How far the transcodes of assets are; an asset without one in progress is left out. */
export function listTranscodeProgress(
  { db }: Pick<MediaResources, 'db'>,
  _viewer: Viewer,
  { assetIds }: z.output<typeof listTranscodeProgressSchema>,
): Promise<transcodes.Progress[]> {
  return transcodes.progressOf(db, assetIds.filter(isId));
}
