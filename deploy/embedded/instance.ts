import { filmConfigSchema } from '@marquee/film/config';
import { startFilm } from '@marquee/film/service';
import { gatewayConfig } from '@marquee/gateway/config';
import { startGateway } from '@marquee/gateway/service';
import { configSchema as identityConfigSchema } from '@marquee/identity/config';
import { startIdentity } from '@marquee/identity/service';
import { configSchema as mediaConfigSchema } from '@marquee/media/config';
import { startMedia } from '@marquee/media/service';
import { configSchema as notificationConfigSchema } from '@marquee/notification/config';
import { startNotification } from '@marquee/notification/service';
import { loadConfig } from '@marquee/runtime/config';
import type { Platform, RunningService, ServiceName } from '@marquee/service/platform';
import type { Shutdown } from '@marquee/runtime/shutdown';

type Environment = Record<string, string | undefined>;

/** Reads the configuration of every service, so that a wrong one is known before anything starts. */
export function readConfigs(environments: Record<ServiceName, Environment>) {
  return {
    identity: loadConfig(identityConfigSchema, environments.identity),
    notification: loadConfig(notificationConfigSchema, environments.notification),
    media: loadConfig(mediaConfigSchema, environments.media),
    film: loadConfig(filmConfigSchema, environments.film),
  };
}

export type Configs = ReturnType<typeof readConfigs>;

/** Starts the services, all at once: they wait for each other only when one calls another. */
export async function startServices(
  configs: Configs,
  platforms: Record<ServiceName, Platform>,
  shutdown: Shutdown,
): Promise<Record<ServiceName, RunningService>> {
  const starting = [
    startIdentity(configs.identity, platforms.identity),
    startNotification(configs.notification, platforms.notification),
    startMedia(configs.media, platforms.media),
    startFilm(configs.film, platforms.film),
  ];
  // Registered before they have started, and all drained together: they may wait for each other's calls.
  shutdown.onShutdown('services', async () => {
    const started = await Promise.allSettled(starting);
    const drained = await Promise.allSettled(
      started.map((result) => (result.status === 'fulfilled' ? result.value.drain() : undefined)),
    );
    // Only when all have ended: what they stand on goes next.
    for (const result of drained) if (result.status === 'rejected') throw result.reason;
  });
  const running = await Promise.all(starting);
  return Object.fromEntries(running.map((service) => [service.name, service])) as Record<ServiceName, RunningService>;
}

/** Starts the gateway in front of running services. */
export async function startFront(options: {
  environment: Environment;
  host: string;
  port: number;
  services: Record<ServiceName, RunningService>;
  platform: Platform;
}) {
  const { media, notification } = options.services;
  const config = loadConfig(gatewayConfig, {
    ...options.environment,
    HOST: options.host,
    PORT: String(options.port),
    MEDIA_HTTP_URL: `http://127.0.0.1:${media.httpPort}`,
    INBOX_HTTP_URL: notification.httpPort === undefined ? undefined : `http://127.0.0.1:${notification.httpPort}`,
  });
  return startGateway(config, options.platform);
}
