import { type QuietHours, quietHoursSchema } from '@marquee/rules/notices';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { NotificationWrite } from '../resources.ts';
import * as preferences from './preferences.ts';

export const setQuietHoursSchema = z.object({ quietHours: quietHoursSchema });

/** Sets the hours in which the viewer gets neither push nor text messages [SET-13]. */
export async function setQuietHours(
  { tx }: NotificationWrite,
  { accountId }: AccountViewer,
  { quietHours }: { quietHours: QuietHours },
): Promise<void> {
  await preferences.setQuietHours(tx, accountId, quietHours);
}
