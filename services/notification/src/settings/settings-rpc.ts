import { NoticeSettingsService } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import { addPushSubscription, addPushSubscriptionSchema } from '../push/add-push-subscription.ts';
import { removePushSubscription, removePushSubscriptionSchema } from '../push/remove-push-subscription.ts';
import type { NotificationResources } from '../resources.ts';
import { getNoticeSettings } from './get-notice-settings.ts';
import { setMailDigest, setMailDigestSchema } from './set-mail-digest.ts';
import { setNoticeChannel, setNoticeChannelSchema } from './set-notice-channel.ts';
import { setQuietHours, setQuietHoursSchema } from './set-quiet-hours.ts';
import { noticeChannelInput, settingsMessage } from './settings-message.ts';

const nothing = () => ({});

/** Which notices a person gets by which channel, and when. */
export const settingsRpc = rpc<NotificationResources>()(NoticeSettingsService, {
  getNoticeSettings: read(noInput, getNoticeSettings, settingsMessage),
  setNoticeChannel: write(setNoticeChannelSchema, setNoticeChannel, nothing, { from: noticeChannelInput }),
  setQuietHours: write(setQuietHoursSchema, setQuietHours, nothing),
  setMailDigest: write(setMailDigestSchema, setMailDigest, nothing),
  addPushSubscription: write(addPushSubscriptionSchema, addPushSubscription, nothing),
  removePushSubscription: write(removePushSubscriptionSchema, removePushSubscription, nothing),
});
