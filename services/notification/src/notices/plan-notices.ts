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
import { recipientPages } from './recipient-pages.ts';
import { touchBoxes } from './touch-boxes.ts';

const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 60_000, 180_000, 600_000, 1_800_000] as const;
const POLL_MS = 1_000;

/**
 * The loop that plans whom events notify. Each attempt is one page of recipients: their notices, their deliveries and how
 * far the event is planned commit together, so that whatever ends an attempt, nobody is missed or notified twice [NOT-05].
 */
export function planNotices(resources: NotificationResources) {
  const pages = recipientPages(resources.recipients, resources.clock);
  return workOf(resources, {
    name: events.NOTICE_LOOP,
    table: events.work,
    pollMs: POLL_MS,
    retryDelaysMs: RETRY_DELAYS_MS,
    run: (event: ClaimedEvent) => pages.next(event),
    complete: (write: NotificationWrite, event: ClaimedEvent, page: RecipientPage) => planPage(write, event, page),
    giveUp: ({ tx }: NotificationWrite, event: ClaimedEvent) => events.fail(tx, event),
    ended: (event: ClaimedEvent, { outcome }) => {
      // Until it is tried again, whom it is for may change.
      if (outcome !== 'complete') pages.forget(event);
    },
  });
}

async function planPage(write: NotificationWrite, claimed: ClaimedEvent, page: RecipientPage): Promise<boolean> {
  const { tx, clock } = write;
  const now = clock.now();
  const { accountIds } = page;
  // Asked together, which is one round trip. Nothing is written unless the event is this attempt's, which locks it.
  const [isHeld, chosen, settings, browsers] = await Promise.all([
    events.advance(tx, claimed, page, now),
    preferences.channelsOf(tx, claimed.kind, accountIds),
    preferences.settingsOf(tx, accountIds),
    subscriptions.idsOf(tx, accountIds),
  ]);
  if (!isHeld) return false;
  const event = { ...claimed, variant: page.variant ?? claimed.variant };
  const recipients = accountIds.map((accountId) => {
    const channels = chosen.get(accountId) ?? new Set<NoticeChannelName>();
    const own = settings.get(accountId);
    const digest = own?.mailDigest && channels.has('EMAIL') ? digestOf(accountId, own.timeZone, now) : undefined;
    return { accountId, channels, digest, browserIds: browsers.get(accountId) ?? [] };
  });
  const added = await notices.add(
    tx,
    event,
    recipients.map(({ accountId, channels, digest }) => ({
      ...{ accountId, inApp: channels.has('IN_APP'), digestKey: digest?.key ?? '' },
    })),
    now,
  );
  await Promise.all([
    planDeliveries(write, added, new Map(recipients.map((recipient) => [recipient.accountId, recipient]))),
    touchBoxes(
      write,
      added.map(({ accountId }) => accountId),
    ),
  ]);
  return true;
}

type Planned = {
  channels: ReadonlySet<NoticeChannelName>;
  digest: { key: string; dueAt: Date } | undefined;
  browserIds: readonly string[];
};

async function planDeliveries(
  { tx, clock }: NotificationWrite,
  added: readonly { id: string; accountId: string }[],
  recipients: ReadonlyMap<string, Planned>,
): Promise<void> {
  const planned = added.flatMap(({ id, accountId }) => {
    const recipient = recipients.get(accountId);
    return recipient ? [{ id, ...recipient }] : [];
  });
  const withChannel = (channel: NoticeChannelName) => planned.filter(({ channels }) => channels.has(channel));
  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  const mailed = withChannel('EMAIL');
  // In one order, so that two events with the same people cannot deadlock.
  const digests = mailed.flatMap(({ digest }) => digest ?? []).sort((a, b) => (a.key < b.key ? -1 : 1));
  const plans: deliveries.PlannedDeliveries[] = [
    { kind: 'NOTICE_EMAIL', lane: 'MAIL', subjectIds: idsOf(mailed.filter(({ digest }) => !digest)) },
    {
      ...{ kind: 'NOTICE_DIGEST', lane: 'MAIL', subjectIds: digests.map(({ key }) => key) },
      dueAts: digests.map(({ dueAt }) => dueAt),
    },
    { kind: 'NOTICE_SMS', lane: 'TEXT', subjectIds: idsOf(withChannel('SMS')) },
    {
      ...{ kind: 'NOTICE_PUSH', lane: 'PUSH' },
      subjectIds: withChannel('PUSH').flatMap(({ id, browserIds }) => browserIds.map((one) => `${id}/${one}`)),
    },
  ];
  await Promise.all(plans.map((plan) => deliveries.planMany(tx, plan, clock.now())));
}
