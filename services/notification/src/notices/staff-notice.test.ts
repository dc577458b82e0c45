import { randomUUID } from 'node:crypto';
import { StaffNoticeSentSchema } from '@marquee/contracts/events/v1/identity_pb';
import { DeliveryService } from '@marquee/contracts/notification/v1/delivery_pb';
import { NoticeKind, NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { NoticeChannel, NoticeSettingsService } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { pushService } from '@marquee/testing/push-service';
import { viewers } from '@marquee/testing/viewers';
import { notificationService } from '../testing/notification-service.ts';

const OTHERS = 249;
const words = { title: 'Festival week', text: 'Five films are free until Sunday.' };

async function setUp() {
  const scene = await notificationService({ DEV_INBOX: '1', PUSH_LOOPBACK: '1' });
  const [ada, ben] = [viewers.movieLover(), viewers.movieLover()];
  const settingsOf = (viewer: typeof ada) => clientFor(scene.service, NoticeSettingsService, viewer);
  const { settings } = await settingsOf(ada).getNoticeSettings({});
  const browsers = await pushService(() => settings?.pushPublicKey ?? '');
  const staffNoticeId = newId();
  const accountIds = [ada.accountId, ben.accountId, ...Array.from({ length: OTHERS }, () => newId())].sort();
  scene.neighbours.staffNotices.set(staffNoticeId, { ...words, accountIds });
  const staff = clientFor(scene.service, DeliveryService, viewers.admin());
  const progress = async () => (await staff.getStaffNoticeProgress({ staffNoticeIds: [staffNoticeId] })).notices;
  const inbox = (viewer: typeof ada) => clientFor(scene.service, NoticeService, viewer);
  const send = () => scene.emit(StaffNoticeSentSchema, { staffNoticeId }, randomUUID());
  return { ...scene, ada, ben, settingsOf, browsers, staffNoticeId, progress, inbox, send, all: accountIds.length };
}

test('what staff write reaches inbox and browsers by what each recipient chose, and its progress is seen [ADU-02:notice]', async () => {
  const { ada, ben, settingsOf, browsers, progress, inbox, send, all, staffNoticeId, clock, db } = await setUp();
  expect(await progress()).toEqual([]);
  await settingsOf(ada).addPushSubscription(browsers.subscribe('laptop'));
  await settingsOf(ben).addPushSubscription(browsers.subscribe('phone'));
  // Ben sleeps.
  const minute = clock.now().getUTCHours() * 60 + clock.now().getUTCMinutes();
  await settingsOf(ben).setQuietHours({
    quietHours: { enabled: true, fromMinute: minute - 60, untilMinute: minute + 60, timeZone: 'UTC' },
  });
  await send();
  await send();
  await eventually(async () => {
    expect(await progress()).toMatchObject([
      { staffNoticeId, planned: all, isPlanned: true, hasFailed: false, inInbox: all, sent: 1, waiting: 1, notSent: 0 },
    ]);
  }, 15_000);
  expect(browsers.pushed).toMatchObject([{ browser: 'laptop', message: words }]);
  // The pages of its owner are planned together.
  expect(await db.query('SELECT attempts FROM notice_events')).toEqual([{ attempts: 1 }]);
  const { notices } = await inbox(ada).listNotices({});
  expect(notices).toMatchObject([{ kind: NoticeKind.STAFF_NOTICE, ...words, seen: false, actorName: '' }]);
  await inbox(ada).markSeen({ noticeId: notices[0]?.id ?? '' });
  await eventually(async () => expect(await progress()).toMatchObject([{ seen: 1 }]));
}, 30_000);

test('who wants no messages of staff gets none [ADU-02:notice]', async () => {
  const { ada, settingsOf, browsers, progress, inbox, send, all } = await setUp();
  await settingsOf(ada).addPushSubscription(browsers.subscribe('laptop'));
  for (const channel of [NoticeChannel.IN_APP, NoticeChannel.PUSH]) {
    await settingsOf(ada).setNoticeChannel({ kind: NoticeKind.STAFF_NOTICE, channel, enabled: false });
  }
  await send();
  await eventually(async () => expect(await progress()).toMatchObject([{ isPlanned: true, inInbox: all - 1 }]), 15_000);
  expect((await inbox(ada).listNotices({})).notices).toEqual([]);
  expect(browsers.pushed).toEqual([]);
}, 30_000);
