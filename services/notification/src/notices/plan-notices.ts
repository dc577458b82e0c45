import type { NoticeChannelName } from '@marquee/rules/notices';
import { workOf } from '@marquee/service/work';
import * as deliveries from '../delivery/deliveries.ts';
import * as subscriptions from '../push/push-subscriptions.ts';
import type { NotificationResources, NotificationWrite } from '../resources.ts';
import { digestOf } from '../settings/digest-times.ts';
import * as preferences from '../settings/preferences.ts';
import type { ClaimedEvent, RecipientPage } from './notice.ts';
import * as events from './notice-events.ts';
import * as notices from './notices.ts';
import { recipientsOf } from './recipients.ts';
import { touchBoxes } from './touch-boxes.ts';

const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 60_000, 180_000, 600_000, 1_800_000] as const;
const POLL_MS = 1_000;

/**
 * The loop that plans whom events notify. Each attempt is one page of recipients: their notices, their deliveries and how
 * far the event is planned commit together, so that whatever ends an attempt, nobody is missed or notified twice [NOT-05].
 */
export function planNotices(resources: NotificationResources) {
  return workOf(resources, {
    name: events.NOTICE_LOOP,
    table: events.work,
    pollMs: POLL_MS,
    retryDelaysMs: RETRY_DELAYS_MS,
    run: (event: ClaimedEvent) => recipientsOf(resources.recipients, event),
    complete: (write: NotificationWrite, event: ClaimedEvent, page: RecipientPage) => planPage(write, event, page),
    giveUp: ({ tx }: NotificationWrite, event: ClaimedEvent) => events.fail(tx, event),
  });
}

async function planPage(write: NotificationWrite, claimed: ClaimedEvent, page: RecipientPage): Promise<boolean> {
  const { tx, clock } = write;
  const now = clock.now();
  // First: it locks the event.
  if (!(await events.advance(tx, claimed, page, now))) return false;
  const event = { ...claimed, variant: page.variant ?? claimed.variant };
  const chosen = await preferences.channelsOf(tx, event.kind, page.accountIds);
  const settings = await preferences.settingsOf(tx, page.accountIds);
  const recipients = page.accountIds.map((accountId) => {
    const channels = chosen.get(accountId) ?? new Set<NoticeChannelName>();
    const own = settings.get(accountId);
    const digest = own?.mailDigest && channels.has('EMAIL') ? digestOf(accountId, own.timeZone, now) : undefined;
    return { accountId, channels, digest };
  });
  const added = await notices.add(
    tx,
    event,
    recipients.map(({ accountId, channels, digest }) => ({
      ...{ accountId, inApp: channels.has('IN_APP'), digestKey: digest?.key ?? '' },
    })),
    now,
  );
  await planDeliveries(write, added, new Map(recipients.map((recipient) => [recipient.accountId, recipient])));
  await touchBoxes(
    write,
    added.map(({ accountId }) => accountId),
  );
  return true;
}

type Planned = {
  channels: ReadonlySet<NoticeChannelName>;
  digest: { key: string; dueAt: Date } | undefined;
};

async function planDeliveries(
  { tx, clock }: NotificationWrite,
  added: readonly { id: string; accountId: string }[],
  recipients: ReadonlyMap<string, Planned>,
): Promise<void> {
  const now = clock.now();
  const withChannel = (channel: NoticeChannelName) =>
    added.filter(({ accountId }) => recipients.get(accountId)?.channels.has(channel));
  const mailed = withChannel('EMAIL');
  const digests = new Map(
    mailed.flatMap(({ accountId }) => recipients.get(accountId)?.digest ?? []).map((one) => [one.key, one]),
  );
  const alone = mailed.filter(({ accountId }) => !recipients.get(accountId)?.digest).map(({ id }) => id);
  await deliveries.planMany(tx, { kind: 'NOTICE_EMAIL', lane: 'MAIL', subjectIds: alone }, now);
  for (const { key, dueAt } of digests.values()) {
    await deliveries.planMany(tx, { kind: 'NOTICE_DIGEST', lane: 'MAIL', subjectIds: [key], dueAt }, now);
  }
  const texted = withChannel('SMS').map(({ id }) => id);
  await deliveries.planMany(tx, { kind: 'NOTICE_SMS', lane: 'TEXT', subjectIds: texted }, now);
  const pushed = withChannel('PUSH');
  const browsers = await subscriptions.idsOf(
    tx,
    pushed.map(({ accountId }) => accountId),
  );
  const subjectIds = pushed.flatMap(({ id, accountId }) =>
    (browsers.get(accountId) ?? []).map((one) => `${id}/${one}`),
  );
  await deliveries.planMany(tx, { kind: 'NOTICE_PUSH', lane: 'PUSH', subjectIds }, now);
}
