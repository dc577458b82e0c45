import type { PersonalData } from '@marquee/service/personal-data';
import type { NotificationResources } from '../resources.ts';

/**
 * Every column of notification. Nothing in it is kept by account: addresses are asked for when a message is sent. A table
 * with personal data is one entry of `tables`.
 */
export const personalData: PersonalData<NotificationResources> = {
  tables: {},
  others: {
    deliveries: {
      why: 'that a message was sent: masked address, no account, deleted after 90 days',
      columns: 'id kind subject_id channel template masked_address state failure',
    },
    mail_refusals: { why: 'keyed hashes of addresses that want no invitations', columns: 'address_hash' },
    dev_inbox_messages: {
      why: 'only on a machine of development',
      columns: 'id channel address subject text html links code one_click_url',
    },
  },
};
