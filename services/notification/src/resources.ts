import type { Database } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { NotificationConfig } from './config.ts';
import type { DeliveryWorker } from './delivery/delivery-worker.ts';
import type { DevInbox } from './dev-inbox/dev-inbox.ts';

/** All that the capabilities of notification work with. */
export type NotificationResources = {
  config: NotificationConfig;
  db: Database;
  clock: Clock;
  log: Logger;
  /** Where messages stay in development. */
  inbox: DevInbox | undefined;
  worker: DeliveryWorker;
  cursorKey: string;
};
