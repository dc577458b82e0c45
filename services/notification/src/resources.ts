import type { NotificationConfig } from './config.ts';
import type { DeliveryResources } from './delivery/delivery-loop.ts';
import type { DevInbox } from './dev-inbox/dev-inbox.ts';

/** The resources of notification's use cases and loops. */
export type NotificationResources = DeliveryResources & {
  config: NotificationConfig;
  /** The development inbox, where there is one. */
  inbox: DevInbox | undefined;
  cursorKey: string;
};
