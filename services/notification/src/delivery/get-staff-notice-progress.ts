import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { ListResources } from './list-deliveries.ts';
import * as progress from './staff-notice-progress.ts';

const NOTICES_MAX = 50;

export const getStaffNoticeProgressSchema = z.object({ staffNoticeIds: z.array(z.string()).min(1).max(NOTICES_MAX) });

/** How far what staff wrote to users has come [ADU-02]. */
export function getStaffNoticeProgress(
  { db }: Pick<ListResources, 'db'>,
  _viewer: Viewer,
  { staffNoticeIds }: z.output<typeof getStaffNoticeProgressSchema>,
): Promise<progress.StaffNoticeProgress[]> {
  return progress.of(db, staffNoticeIds.filter(isId));
}
