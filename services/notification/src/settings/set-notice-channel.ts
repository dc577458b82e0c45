import { NOTICE_CHANNELS, NOTICE_KIND_NAMES } from '@marquee/rules/notices';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { NotificationWrite } from '../resources.ts';
import * as preferences from './preferences.ts';

export const setNoticeChannelSchema = z.object({
  kind: z.enum(NOTICE_KIND_NAMES),
  channel: z.enum(NOTICE_CHANNELS),
  enabled: z.boolean(),
});

/** Turns a channel of a kind on or off; turning mails on also takes back a refusal by a mail's link [SET-13]. */
export async function setNoticeChannel(
  { tx }: NotificationWrite,
  { accountId }: AccountViewer,
  choice: z.output<typeof setNoticeChannelSchema>,
): Promise<void> {
  await preferences.choose(tx, { accountId, ...choice });
}
