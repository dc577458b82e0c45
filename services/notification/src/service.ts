import { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import { SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import { startWorkLoop } from '@marquee/data/work-loop';
import { type Base, defineService } from '@marquee/service/define-service';
import { PrismaClient } from '../gen/prisma/client.ts';
import { type NotificationConfig, notificationConfig } from './config.ts';
import { deliveryEvents } from './delivery/delivery-events.ts';
import { deliveryLoop } from './delivery/delivery-loop.ts';
import { deliveryRpc } from './delivery/delivery-rpc.ts';
import { watchDeliveries } from './delivery/watch-deliveries.ts';
import { devInbox } from './dev-inbox/dev-inbox.ts';
import { serveDevInbox } from './dev-inbox/dev-inbox-http.ts';
import { openCarriers } from './mail/open-carriers.ts';
import type { NotificationResources } from './resources.ts';

const calls = { identity: SessionService, film: CrewService };

export const notification = defineService({
  name: 'notification',
  summary: 'mail and text messages, the development inbox',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  config: notificationConfig,
  calls,
  uses: ['mail'],
  resources: openNotification,
  rpc: [deliveryRpc],
  events: [deliveryEvents],
  topics: ['identity', 'film'],
  loops: [(resources) => startWorkLoop(deliveryLoop(resources)), watchDeliveries],
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
  const { identity, film } = base.calls;
  return { ...base, inbox, carriers, identity, film, publicUrl: config.PUBLIC_URL, cursorKey: config.CURSOR_KEY };
}
