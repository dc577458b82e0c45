import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { OwnDataMailService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { startWorkLoop } from '@marquee/data/work-loop';
import { type Base, defineService } from '@marquee/service/define-service';
import type { StartCheck } from '@marquee/service/start-checks';
import { PrismaClient } from '../gen/prisma/client.ts';
import { type NotificationConfig, notificationConfig } from './config.ts';
import { deliveryLoop } from './delivery/delivery-loop.ts';
import { deliveryRpc } from './delivery/delivery-rpc.ts';
import { onChallengeIssued } from './delivery/on-challenge-issued.ts';
import { onCreditNamed } from './delivery/on-credit-named.ts';
import { onCrewInvited } from './delivery/on-crew-invited.ts';
import { onFilmDecided } from './delivery/on-film-decided.ts';
import { onOwnDataEvents } from './delivery/on-own-data-events.ts';
import { pruneDeliveries } from './delivery/prune-deliveries.ts';
import { subjectOwners } from './delivery/subject-owners.ts';
import { watchDeliveries } from './delivery/watch-deliveries.ts';
import { devInbox } from './dev-inbox/dev-inbox.ts';
import { serveDevInbox } from './dev-inbox/dev-inbox-http.ts';
import { openCarriers } from './mail/open-carriers.ts';
import { askMailServer } from './mail/smtp-mailer.ts';
import { personalData } from './personal-data/personal-data.ts';
import { refusalRpc } from './refusals/refusal-rpc.ts';
import { createRefusalTokens } from './refusals/refusal-tokens.ts';
import type { NotificationResources } from './resources.ts';

/** Messages wait while it cannot be reached, so that the service starts without it. */
const mailServer: StartCheck<NotificationConfig> = {
  setting: 'SMTP_URL',
  ifWrong: 'warn',
  check: async ({ SMTP_URL: url }) => {
    if (url) await askMailServer(url);
  },
};

const calls = {
  ...{ identity: SessionService, people: PeopleService, ownData: OwnDataMailService },
  ...{ film: CrewService, moderation: ModerationService },
};

export const notification = defineService({
  name: 'notification',
  summary: 'mail and text messages, the development inbox',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  config: notificationConfig,
  calls,
  uses: ['mail'],
  checks: [mailServer],
  resources: openNotification,
  rpc: [deliveryRpc, refusalRpc],
  events: [onChallengeIssued, onCrewInvited, onCreditNamed, onFilmDecided, ...onOwnDataEvents],
  personalData,
  loops: [(resources) => startWorkLoop(deliveryLoop(resources)), watchDeliveries, pruneDeliveries],
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
  const carriers = openCarriers(config, inbox);
  for (const carrier of Object.values(carriers)) base.onClose(() => carrier.close());
  const refusalTokens = createRefusalTokens(config.REFUSAL_HASH_KEY, config.REFUSAL_TOKEN_KEY);
  const owners = subjectOwners(base.calls);
  return { ...base, inbox, carriers, owners, refusalTokens, publicUrl: config.PUBLIC_URL };
}
