import type { NotificationConfig } from './config.ts';
import type { DeliveryResources } from './delivery/delivery-loop.ts';
import type { DevInbox } from './dev-inbox/dev-inbox.ts';

/** All that the capabilities of notification work with. */
export type NotificationResources = DeliveryResources & {
  config: NotificationConfig;
  /** Where messages stay in development. */
  inbox: DevInbox | undefined;
  cursorKey: string;
};
