import { fileURLToPath } from 'node:url';
import { createClient } from '@connectrpc/connect';
import { CrewInvitedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ChallengeIssuedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import { SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import { openDatabase } from '@marquee/data/database';
import { serviceMigrations } from '@marquee/data/migrations';
import { startWorkLoop } from '@marquee/data/work-loop';
import { consume, on } from '@marquee/events/consumer';
import { eventsMigrations } from '@marquee/events/sources';
import type { Platform, RunningService } from '@marquee/runtime/platform';
import { serve } from '@marquee/runtime/rpc/serve';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import type { NotificationConfig } from './config.ts';
import type { Channel } from './delivery/delivery.ts';
import { deliveryLoop } from './delivery/delivery-loop.ts';
import { deliveryRpc } from './delivery/delivery-rpc.ts';
import { onChallengeIssued, onCrewInvited } from './delivery/on-event.ts';
import { watchDeliveries } from './delivery/watch-deliveries.ts';
import { type DevInbox, devInbox } from './dev-inbox/dev-inbox.ts';
import { serveDevInbox } from './dev-inbox/dev-inbox-http.ts';
import { type Carrier, noTextCarrier } from './mail/mailer.ts';
import { smtpMailer } from './mail/smtp-mailer.ts';

/** What this service's database needs, in order. */
export const migrations = serviceMigrations(fileURLToPath(new URL('../prisma/migrations', import.meta.url)), [
  eventsMigrations,
]);

const CALL_TIMEOUT_MS = 5_000;
const DRAIN_MS_MAX = 10_000;

/** Starts notification on a migrated database. */
export async function startNotification(config: NotificationConfig, platform: Platform): Promise<RunningService> {
  const { log, clock, bus, addresses, serviceKey } = platform;
  const db = openDatabase({ url: platform.databaseUrl, log, applicationName: 'notification' });
  const clientOf = (callee: 'identity' | 'film') =>
    grpcTransport({
      address: addresses[callee],
      service: 'notification',
      serviceKey,
      callee,
      defaultTimeoutMs: CALL_TIMEOUT_MS,
      clock,
    });

  const inbox = config.DEV_INBOX === '1' ? devInbox({ db, clock }) : undefined;
  const carriers = carriersOf(config, inbox);
  const identity = clientOf('identity');
  const film = clientOf('film');
  const worker = startWorkLoop(
    deliveryLoop({
      db,
      clock,
      log,
      carriers,
      publicUrl: config.PUBLIC_URL,
      identity: createClient(SessionService, identity),
      film: createClient(CrewService, film),
    }),
  );
  const unwatch = watchDeliveries({ db, clock });
  const consumer = await consume({
    db,
    bus,
    log,
    clock,
    group: 'notification',
    handlers: [
      on(ChallengeIssuedSchema, (tx, event) => onChallengeIssued({ clock }, tx, event)),
      on(CrewInvitedSchema, (tx, event) => onCrewInvited({ clock }, tx, event)),
    ],
  });
  const page = inbox
    ? await serveDevInbox({ inbox, port: config.DEV_INBOX_PORT, publicUrl: config.PUBLIC_URL, log })
    : undefined;
  const rpc = await serve({
    service: 'notification',
    host: platform.host,
    port: platform.port,
    log,
    clock,
    verifier: platform.verifier,
    rateLimits: platform.rateLimits,
    implementations: [deliveryRpc({ db, cursorKey: config.CURSOR_KEY })],
  });

  return {
    name: 'notification',
    rpcPort: rpc.port,
    leave: rpc.leave,
    ...(page && { httpPort: page.port }),
    drain: async () => {
      unwatch();
      await rpc.drain(DRAIN_MS_MAX);
      await page?.close();
      await consumer.close();
      await worker.close();
      for (const carrier of Object.values(carriers)) carrier.close();
      await db.close();
    },
  };
}

function carriersOf(config: NotificationConfig, inbox: DevInbox | undefined): Record<Channel, Carrier> {
  if (inbox) return { EMAIL: inbox.carrier('EMAIL'), SMS: inbox.carrier('SMS') };
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl } = config;
  if (!url) throw new Error('SMTP_URL is not set');
  return { EMAIL: smtpMailer({ url, from, publicUrl }), SMS: noTextCarrier };
}
