import { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import { JudgeService } from '@marquee/contracts/festival/v1/judging_pb';
import { FestivalNoticeService } from '@marquee/contracts/festival/v1/notice_facts_pb';
import { DecisionMailService } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { TicketMailService } from '@marquee/contracts/festival/v1/ticket_mail_pb';
import { VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { OwnDataMailService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { StaffNoticeService } from '@marquee/contracts/identity/v1/staff_notice_pb';
import { startWorkLoop } from '@marquee/data/work-loop';
import { systemClock } from '@marquee/runtime/clock';
import { type Base, defineService } from '@marquee/service/define-service';
import type { StartCheck } from '@marquee/service/start-checks';
import { PrismaClient } from '../gen/prisma/client.ts';
import { type NotificationConfig, notificationConfig } from './config.ts';
import { LANES, type Lane } from './delivery/delivery.ts';
import { deliveryLoop } from './delivery/delivery-loop.ts';
import { deliveryRpc } from './delivery/delivery-rpc.ts';
import { onChallengeIssued } from './delivery/on-challenge-issued.ts';
import { onCrewInvited } from './delivery/on-crew-invited.ts';
import { onOwnDataEvents } from './delivery/on-own-data-events.ts';
import { pruneDeliveries } from './delivery/prune-deliveries.ts';
import { subjectOwners } from './delivery/subject-owners.ts';
import { watchDeliveries } from './delivery/watch-deliveries.ts';
import { devInbox } from './dev-inbox/dev-inbox.ts';
import { serveDevInbox } from './dev-inbox/dev-inbox-http.ts';
import { openCarriers } from './mail/open-carriers.ts';
import { askMailServer } from './mail/smtp-mailer.ts';
import { namesOf as createNames } from './notices/names-of.ts';
import { noticeRpc } from './notices/notice-rpc.ts';
import { onConnectionNotices } from './notices/on-connection-events.ts';
import { onFestivalEvents } from './notices/on-festival-events.ts';
import { onBallotsOpened, onFilmNotices, onPlanChanges, onTicketRefunds } from './notices/on-noticed-events.ts';
import { onStaffNotice } from './notices/on-staff-notice.ts';
import { planNotices } from './notices/plan-notices.ts';
import { pruneNotices } from './notices/prune-notices.ts';
import { recipientSources } from './notices/recipients.ts';
import { personalData } from './personal-data/personal-data.ts';
import { printRpc } from './print/print-rpc.ts';
import { openPrinter } from './print/printer.ts';
import { onSessionEvents } from './push/on-session-events.ts';
import { pushCarrier } from './push/push-carrier.ts';
import { pushKeysOf } from './push/push-keys.ts';
import { refusalRpc } from './refusals/refusal-rpc.ts';
import { createRefusalTokens } from './refusals/refusal-tokens.ts';
import { createMailMarks } from './reports/mail-marks.ts';
import { reportRpc } from './reports/report-rpc.ts';
import type { NotificationResources } from './resources.ts';
import { settingsRpc } from './settings/settings-rpc.ts';
import { onTicketEvents } from './tickets/on-ticket-events.ts';

/** Messages wait while it cannot be reached, so that the service starts without it. */
const mailServer: StartCheck<NotificationConfig> = {
  setting: 'SMTP_URL',
  ifWrong: 'warn',
  check: async ({ SMTP_URL: url }) => {
    if (url) await askMailServer(url);
  },
};

const calls = {
  ...{ identity: SessionService, people: PeopleService, persons: PersonFactsService },
  ...{ ownData: OwnDataMailService, staffNotices: StaffNoticeService },
  ...{ decisions: DecisionMailService, judges: JudgeService },
  ...{ gifts: GiftService, votes: VoteService, ticketMails: TicketMailService, festivals: FestivalNoticeService },
  ...{ film: CrewService, moderation: ModerationService, films: NoticeFactsService },
};

const LANE_NAMES = Object.keys(LANES) as Lane[];

export const notification = defineService({
  name: 'notification',
  summary: 'notices, web push, mail and text messages, preferences, the development inbox',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  config: notificationConfig,
  calls,
  uses: ['mail', 'push'],
  checks: [mailServer],
  resources: openNotification,
  rpc: [deliveryRpc, refusalRpc, reportRpc, noticeRpc, settingsRpc, printRpc],
  events: [
    onChallengeIssued,
    onCrewInvited,
    ...onTicketEvents,
    ...onFilmNotices,
    ...onFestivalEvents,
    onTicketRefunds,
    onBallotsOpened,
    onPlanChanges,
    ...onConnectionNotices,
    onStaffNotice,
    ...onSessionEvents,
    ...onOwnDataEvents,
  ],
  personalData,
  loops: [
    ...LANE_NAMES.map((lane) => (resources: NotificationResources) => startWorkLoop(deliveryLoop(resources, lane))),
    (resources) => startWorkLoop(planNotices(resources)),
    ...[watchDeliveries, pruneDeliveries, pruneNotices],
  ],
  http: {
    port: 'DEV_INBOX_PORT',
    isForDevelopment: true,
    serve: async ({ inbox, config, log }) =>
      inbox && serveDevInbox({ inbox, port: config.DEV_INBOX_PORT, publicUrl: config.PUBLIC_URL, log }),
  },
  release: {
    resources: { requests: { cpu: '100m', memory: '320Mi' }, limits: { cpu: '1', memory: '512Mi' } },
    autoscaling: { lagMessages: 500 },
  },
});

function openNotification(base: Base<NotificationConfig, typeof calls, PrismaClient>): NotificationResources {
  const { db, clock, config } = base;
  const inbox = config.DEV_INBOX === '1' ? devInbox({ db, clock }) : undefined;
  const marks = createMailMarks(config.REFUSAL_TOKEN_KEY);
  const carriers = openCarriers(config, inbox, marks);
  for (const carrier of Object.values(carriers)) base.onClose(() => carrier.close());
  const refusalTokens = createRefusalTokens(config.REFUSAL_HASH_KEY, config.REFUSAL_TOKEN_KEY);
  const push = pushCarrier({
    keys: pushKeysOf(config.VAPID_SECRET),
    contact: contactOf(config.MAIL_FROM),
    allowsLoopback: config.PUSH_LOOPBACK === '1',
    // Push services compare with their own clocks.
    clock: systemClock,
  });
  base.onClose(() => push.close());
  const owners = subjectOwners(base.calls);
  const texts = { hasNumber: async (accountId: string) => (await owners.textAddress(accountId)).phoneNumber !== '' };
  const recipients = recipientSources(base.calls);
  const namesOf = createNames({
    ...{ people: base.calls.persons, films: base.calls.films, festivals: base.calls.festivals },
    staffNotices: base.calls.staffNotices,
    ...{ clock, log: base.log },
  });
  const printer = openPrinter(base);
  const asked = { owners, texts, recipients, namesOf };
  return { ...base, ...asked, inbox, marks, carriers, push, refusalTokens, printer, publicUrl: config.PUBLIC_URL };
}

/** How push services reach who runs the site: the address that its mails come from. */
function contactOf(from: string): string {
  return `mailto:${/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()}`;
}
