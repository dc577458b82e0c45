import type { PersonalData } from '@marquee/service/personal-data';
import { ROWS_AT_ONCE } from '@marquee/service/personal-tables';
import * as notices from '../notices/notices.ts';
import type { NotificationResources } from '../resources.ts';

const OWN_ID = 'no: the id of the account';
const INTERNAL = 'no: how we work, and nothing about the person';
const SECRET = 'no: a secret of a browser';

/**
 * Every column of notification. Addresses are asked for when a message is sent. A table with personal data is one entry
 * of `tables`.
 */
export const personalData: PersonalData<NotificationResources> = {
  close: async ({ tx }, accountId) => (await notices.deleteOfActor(tx, accountId, ROWS_AT_ONCE)) === ROWS_AT_ONCE,
  tables: {
    notices: {
      // Rows of others that name the person are theirs; closing removes these too.
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, account_id: OWN_ID, kind: 'yes', event_key: INTERNAL, variant: 'yes', actor_id: 'yes' },
        ...{ film_id: 'yes', subject_id: INTERNAL, in_app: INTERNAL, digest_key: INTERNAL, created_at: 'yes' },
        ...{ seen_at: 'yes', deleted_at: 'yes' },
      },
    },
    notice_events: {
      of: 'actor_id = $1::text OR recipient_id = $1::text',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, kind: INTERNAL, event_key: INTERNAL, variant: INTERNAL, actor_id: INTERNAL },
        ...{ film_id: INTERNAL, subject_id: INTERNAL, recipient_id: INTERNAL, next_page: INTERNAL },
        ...{ planned: INTERNAL, state: INTERNAL, attempts: INTERNAL, failures: INTERNAL, due_at: INTERNAL },
        ...{ leased_until: INTERNAL, created_at: INTERNAL },
      },
    },
    notice_boxes: {
      of: 'account_id = $1',
      key: ['account_id'],
      close: 'delete',
      columns: { account_id: OWN_ID, version: INTERNAL },
    },
    notice_preferences: {
      of: 'account_id = $1',
      key: ['account_id', 'kind', 'channel'],
      close: 'delete',
      columns: { account_id: OWN_ID, kind: 'yes', channel: 'yes', enabled: 'yes' },
    },
    notice_settings: {
      of: 'account_id = $1',
      key: ['account_id'],
      close: 'delete',
      columns: {
        ...{ account_id: OWN_ID, time_zone: 'yes', quiet: 'yes', quiet_from_minute: 'yes' },
        ...{ quiet_until_minute: 'yes', mail_digest: 'yes' },
      },
    },
    push_subscriptions: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, account_id: OWN_ID, session_id: INTERNAL, endpoint: SECRET, p256dh: SECRET, auth: SECRET },
        ...{ created_at: 'yes' },
      },
    },
  },
  others: {
    deliveries: {
      why: 'that a message was sent: masked address, deleted after 90 days; only that of a day’s mail names an account',
      columns: 'id kind subject_id channel template masked_address state failure lane',
    },
    mail_refusals: { why: 'keyed hashes of addresses that want no invitations', columns: 'address_hash' },
    dev_inbox_messages: {
      why: 'only on a machine of development',
      columns: 'id channel address subject text html links code one_click_url attachments',
    },
  },
};
