import type { Write } from '@marquee/service/use-case';
import type { NotificationConfig } from './config.ts';
import type { DeliveryResources } from './delivery/delivery-loop.ts';
import type { DevInbox } from './dev-inbox/dev-inbox.ts';
import type { RecipientSources } from './notices/recipients.ts';
import type { MailMarks } from './reports/mail-marks.ts';

/** What notification's handlers of events write with. */
export type NotificationWrite = Write<NotificationResources>;

/** The resources of notification's use cases and loops. */
export type NotificationResources = DeliveryResources & {
  config: NotificationConfig;
  recipients: RecipientSources;
  /** Whether an account has a number for text messages. */
  texts: { hasNumber(accountId: string): Promise<boolean> };
  /** What mails say of themselves to who reports them. */
  marks: MailMarks;
  /** The development inbox, where there is one. */
  inbox: DevInbox | undefined;
};
