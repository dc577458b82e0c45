import type { PersonalData } from '@marquee/service/personal-data';
import { LEDGER_TABLES, PAYMENT_TABLES } from '@marquee/service/platform-tables';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import { endSessions } from '../session/end-sessions.ts';
import * as accountExports from './account-exports.ts';

const SECRET = 'no: a secret, or a hash of one';
const INTERNAL = 'no: how we work, and nothing about the person';

/** Every column of identity, and what export and closing do with it. A table with personal data is one entry here. */
export const personalData: PersonalData<IdentityResources> = {
  async close(write, accountId) {
    const account = await accounts.lock(write.tx, accountId);
    if (!account) return false;
    // Somebody may have signed in to keep the account, and not have done it.
    await endSessions(write, accountId);
    await accountExports.expireAll(write.tx, accountId, write.clock.now());
    return false;
  },
  tables: {
    accounts: {
      of: 'id = $1',
      key: ['id'],
      close: {
        anonymise: {
          ...{ email: 'NULL', phone: 'NULL', sign_in_phone: 'NULL', first_name: "''", last_name: "''" },
          ...{ full_name_key: "''", last_name_key: "''", bio: "''", country: "''", state: "''", city: "''" },
          ...{ talents: "'{}'", roles: "'{}'", profile_picture: "''", social_links: "'[]'::jsonb", union: "''" },
          ...{ suspended_reason: "''", email_bounced_at: 'NULL', preferred_language: "'en'" },
          ...{ profile_visibility: "'PRIVATE'", source: "''", source_id: "''", referrer_id: "''" },
          ...{
            gallery: "'[]'::jsonb",
            availability: "'[]'::jsonb",
            invitation_id: "''",
            sign_up_ip: "''",
            last_signed_in_at: 'NULL',
          },
        },
        keep: 'others refer to the id, and without the rest it names nobody',
      },
      columns: {
        ...{ id: 'yes', email: 'yes', phone: 'yes', sign_in_phone: 'yes', first_name: 'yes', last_name: 'yes' },
        ...{ full_name_key: 'no: follows from the name', last_name_key: 'no: follows from the name' },
        ...{ bio: 'yes', country: 'yes', state: 'yes', city: 'yes', account_type: 'yes', consumer_type: 'yes' },
        ...{ talents: 'yes', roles: 'yes', suspended_at: 'yes', suspended_reason: 'yes', email_bounced_at: 'yes' },
        ...{ is_onboarding: 'yes', preferred_language: 'yes', subscription_type: 'yes', profile_picture: 'yes' },
        ...{ social_links: 'yes', union: 'yes', profile_visibility: 'yes', source: 'yes', source_id: 'yes' },
        ...{ referrer_id: 'yes', invitation_id: 'yes', sign_up_ip: 'yes', version: INTERNAL, created_at: 'yes' },
        ...{ updated_at: 'yes', last_signed_in_at: 'yes', closing_at: 'yes', closed_at: 'yes' },
        ...{ gallery: 'yes', availability: 'yes', deleted_at: 'yes' },
      },
    },
    subscriptions: {
      of: 'account_id = $1',
      key: ['account_id'],
      close: 'delete',
      columns: {
        ...{ account_id: INTERNAL, id: INTERNAL, version: INTERNAL, state: 'yes', plan: 'yes', interval: 'yes' },
        ...{ is_granted: 'yes', anchor_at: INTERNAL, periods: INTERNAL, period_start: 'yes', period_end: 'yes' },
        ...{ price: 'yes', order_id: 'yes', next_plan: 'yes', next_interval: 'yes', ends_at_period_end: 'yes' },
        ...{ trial_used_at: 'yes', past_due_at: 'yes', attempts: INTERNAL, reminded_of: INTERNAL, due_at: INTERNAL },
        ...{ created_at: 'yes' },
      },
    },
    orders: {
      of: 'account_id = $1',
      key: ['id'],
      close: { anonymise: { account_id: 'NULL' }, keep: 'what was paid belongs to the books, without who paid' },
      columns: {
        ...{ id: 'yes', version: INTERNAL, account_id: INTERNAL, kind: 'yes', item_id: INTERNAL, amount: 'yes' },
        ...{ currency: 'yes', fee: INTERNAL, payee_id: INTERNAL, state: 'yes', provider: 'yes', payment_id: 'yes' },
        ...{ decline: 'yes', held_until: INTERNAL, checked_at: INTERNAL, created_at: 'yes', paid_at: 'yes' },
        ...{ fulfilled_at: 'yes', goods_until: 'yes', paid_amount: 'yes' },
        ...{ returned: 'yes', returned_fee: INTERNAL, owed: 'yes', paid_elsewhere: 'yes' },
        ...{ is_held: INTERNAL, must_cancel: INTERNAL },
      },
    },
    payment_customers: {
      of: 'account_id = $1',
      key: ['account_id'],
      close: 'delete',
      columns: {
        ...{ account_id: INTERNAL, provider: 'yes', customer_id: 'yes', default_method_id: 'yes', created_at: 'yes' },
      },
    },
    card_setups: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: { id: INTERNAL, account_id: INTERNAL, provider_id: INTERNAL, created_at: INTERNAL },
    },
    sessions: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: 'yes', account_id: INTERNAL, token_hash: SECRET, device: 'yes', place: 'yes', ip: 'yes' },
        ...{ created_at: 'yes', last_seen_at: 'yes', expires_at: 'yes', ended_at: 'yes', passkey_at: 'yes' },
      },
    },
    passkeys: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: 'yes', account_id: INTERNAL, credential_id: SECRET, public_key: 'no: of no use elsewhere' },
        ...{ counter: INTERNAL, transports: INTERNAL, name: 'yes', is_synced: 'yes', created_at: 'yes' },
        ...{ last_used_at: 'yes' },
      },
    },
    passkey_links: {
      of: 'account_id = $1',
      key: ['token_hash'],
      close: 'delete',
      columns: {
        ...{ token_hash: SECRET, account_id: INTERNAL, created_at: INTERNAL, expires_at: INTERNAL, used_at: INTERNAL },
      },
    },
    email_changes: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, account_id: INTERNAL, email: 'yes', requested_at: 'yes', expires_at: 'yes' },
        ...{ confirmed_at: 'yes' },
      },
    },
    challenges: {
      of: 'account_id = $1 OR met_account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, user_id: INTERNAL, purpose: 'yes', channel: 'yes', account_id: INTERNAL, email: 'yes' },
        ...{ phone: 'yes', first_name: 'yes', last_name: 'yes', country: 'yes', intent: INTERNAL },
        ...{ browser_hash: SECRET, generation: INTERNAL, secret_hash: SECRET, replaced_hashes: SECRET },
        ...{ tries: INTERNAL, device: 'yes', place: 'yes', language: 'yes', ip: 'yes' },
        ...{
          started_at: 'yes',
          expires_at: 'yes',
          secret_expires_at: INTERNAL,
          met_at: 'yes',
          ended_at: 'yes',
          met_account_id: INTERNAL,
          session_id: INTERNAL,
        },
      },
    },
    coin_grants: {
      of: 'account_id = $1',
      key: ['account_id', 'reason'],
      close: 'delete',
      columns: { account_id: INTERNAL, reason: 'yes', coins: 'yes', granted_at: 'yes' },
    },
    connections: {
      of: 'low_id = $1 OR high_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, low_id: 'yes', high_id: 'yes', state: 'yes', requester_id: 'yes', since: 'yes' },
        ...{ declined_id: INTERNAL, declined_at: INTERNAL, version: INTERNAL },
      },
    },
    connection_asks: {
      of: 'requester_id = $1 OR recipient_id = $1',
      key: ['requester_id', 'recipient_id'],
      close: 'delete',
      columns: {
        ...{ requester_id: INTERNAL, recipient_id: INTERNAL, asked_at: INTERNAL },
        ...{ times: INTERNAL, times_since: INTERNAL },
      },
    },
    // Whom somebody has blocked is theirs to know; who has blocked them is not.
    blocks: {
      of: 'blocker_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, blocker_id: INTERNAL, blocked_id: 'yes', blocked_at: 'yes', ended_at: 'yes' },
        ...{ version: INTERNAL },
      },
    },
    profile_views: {
      of: 'viewer_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, profile_id: 'yes', viewer_id: INTERNAL, viewer_key: SECRET, day: 'yes' },
        ...{ viewed_at: 'yes' },
      },
    },
    profile_view_counts: {
      of: 'profile_id = $1',
      key: ['profile_id'],
      close: 'delete',
      columns: { profile_id: INTERNAL, views: 'yes' },
    },
    profile_reports: {
      of: 'reporter_id = $1',
      key: ['id'],
      close: 'keep: staff act on what was reported; the id of a closed account names nobody',
      columns: {
        ...{ id: INTERNAL, profile_id: 'yes', reporter_id: INTERNAL, reason: 'yes', details: 'yes' },
        ...{ created_at: 'yes', resolved_at: INTERNAL, resolved_by: INTERNAL },
        ...{ handled_by: INTERNAL, decision: INTERNAL, note: 'yes' },
      },
    },
    reports: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, account_id: INTERNAL, type: 'yes', title: 'yes', details: 'yes', created_at: 'yes' },
        ...{ handled_by: INTERNAL, resolved_at: INTERNAL, resolved_by: INTERNAL, decision: INTERNAL, note: 'yes' },
      },
    },
    audit_log: {
      of: "object_kind = 'USER' AND object_id = $1",
      key: ['id'],
      close: {
        anonymise: { changes: "'[]'::jsonb" },
        keep: 'who of staff did what and why stays; the id of a closed account names nobody',
      },
      columns: {
        ...{ id: INTERNAL, actor_id: INTERNAL, kind: 'yes', object_kind: INTERNAL, object_id: INTERNAL },
        ...{ object_key: INTERNAL, changes: 'yes', reason: 'yes', created_at: 'yes' },
      },
    },
    // The words are those of staff, to many at once.
    staff_notice_recipients: {
      of: 'account_id = $1',
      key: ['staff_notice_id', 'account_id'],
      close: 'delete',
      columns: { staff_notice_id: INTERNAL, account_id: INTERNAL },
    },
    account_exports: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'keep: the sweeper deletes the row with its file, minutes later',
      columns: {
        ...{ id: INTERNAL, account_id: INTERNAL, state: INTERNAL, folder: SECRET, requested_at: 'yes' },
        ...{ due_at: INTERNAL, attempts: INTERNAL, failures: INTERNAL, leased_until: INTERNAL, finished_at: 'yes' },
        ...{ expires_at: INTERNAL, blob_key: SECRET, size_bytes: 'yes', opened_session_id: INTERNAL },
        ...{ opened_until: INTERNAL },
      },
    },
    account_closings: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'keep: shows when the account was closed, and names nobody',
      columns: {
        ...{ id: INTERNAL, account_id: INTERNAL, state: 'yes', requested_at: 'yes', keep_until: 'yes' },
        ...{ due_at: INTERNAL, attempts: INTERNAL, failures: INTERNAL, leased_until: INTERNAL, done_at: 'yes' },
      },
    },
  },
  others: {
    ...LEDGER_TABLES,
    ...PAYMENT_TABLES,
    plan_orders: {
      why: 'what orders pay for, without who paid',
      columns: 'order_id purpose plan interval credit_order_id',
    },
    payout_accounts: { why: 'empty: identity pays nobody out', columns: 'owner_id provider account_id status' },
    payouts: {
      why: 'empty: identity pays nobody out',
      columns: 'id owner_id provider account_id currency state failure cause',
    },
    profile_view_keys: { why: 'the key of today, which says nothing about anybody', columns: 'key' },
    staff_notices: { why: 'what staff wrote to users, without whom it was for', columns: 'id title text sent_by' },
    invited_users: {
      why: 'addresses that staff invited and that no account has yet, for 30 days',
      columns: 'id email invited_by',
    },
    passkey_ceremonies: { why: 'hashes of ceremonies that have ended, for minutes', columns: 'challenge_hash' },
  },
};
