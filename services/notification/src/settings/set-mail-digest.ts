import { timeZoneSchema } from '@marquee/rules/notices';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { NotificationWrite } from '../resources.ts';
import * as preferences from './preferences.ts';

export const setMailDigestSchema = z.object({ enabled: z.boolean(), timeZone: timeZoneSchema });

/** One mail a day in place of one for each notice, or not [NOT-05]. What is planned already is sent as it was planned. */
export async function setMailDigest(
  { tx }: NotificationWrite,
  { accountId }: AccountViewer,
  { enabled, timeZone }: z.output<typeof setMailDigestSchema>,
): Promise<void> {
  await preferences.setMailDigest(tx, accountId, enabled, timeZone);
}
