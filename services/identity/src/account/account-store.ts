import type { Tx } from '@marquee/data/database';
import type { Account } from '../../gen/prisma/client.ts';

export type { Account };

export type NewAccount = Pick<
  Account,
  | 'id'
  | 'email'
  | 'phone'
  | 'signInPhone'
  | 'firstName'
  | 'lastName'
  | 'country'
  | 'source'
  | 'sourceId'
  | 'referrerId'
  | 'invitationId'
  | 'signUpIp'
  | 'createdAt'
> &
  Partial<
    Pick<
      Account,
      | 'bio'
      | 'state'
      | 'city'
      | 'accountType'
      | 'consumerType'
      | 'talents'
      | 'roles'
      | 'isOnboarding'
      | 'profilePicture'
    >
  >;

/** What a person may change. */
export type ProfileFields = Pick<
  Account,
  | 'firstName'
  | 'lastName'
  | 'bio'
  | 'country'
  | 'state'
  | 'city'
  | 'accountType'
  | 'consumerType'
  | 'talents'
  | 'isOnboarding'
  | 'preferredLanguage'
>;

const SELECTED = `
  id, email, phone, sign_in_phone AS "signInPhone", first_name AS "firstName", last_name AS "lastName",
  full_name_key AS "fullNameKey", last_name_key AS "lastNameKey", bio, country, state, city,
  account_type AS "accountType", consumer_type AS "consumerType", talents, roles, suspended_at AS "suspendedAt",
  suspended_reason AS "suspendedReason", email_bounced_at AS "emailBouncedAt", is_onboarding AS "isOnboarding",
  preferred_language AS "preferredLanguage", subscription_type AS "subscriptionType",
  profile_picture AS "profilePicture", source, source_id AS "sourceId", referrer_id AS "referrerId",
  invitation_id AS "invitationId", sign_up_ip AS "signUpIp", version, created_at AS "createdAt",
  updated_at AS "updatedAt", last_signed_in_at AS "lastSignedInAt"`;

async function one(tx: Tx, name: string, text: string, values: unknown[]): Promise<Account | undefined> {
  const [account] = await tx.query<Account>({ name: `account.${name}`, text, values });
  return account;
}

export const accountStore = {
  lockForUpdate: (tx: Tx, id: string) =>
    one(tx, 'lock', `SELECT ${SELECTED} FROM accounts WHERE id = $1 FOR UPDATE`, [id]),

  lockByEmail: (tx: Tx, email: string) =>
    one(tx, 'lock-by-email', `SELECT ${SELECTED} FROM accounts WHERE email = $1 FOR UPDATE`, [email]),

  lockByPhone: (tx: Tx, phone: string) =>
    one(tx, 'lock-by-phone', `SELECT ${SELECTED} FROM accounts WHERE sign_in_phone = $1 FOR UPDATE`, [phone]),

  /** Nothing when the id, the email or the phone is another account's. */
  insert: (tx: Tx, account: NewAccount) => one(tx, 'insert', INSERT, insertValues(account)),

  updateProfile: (tx: Tx, id: string, fields: ProfileFields, now: Date) => {
    const keys = nameKeys(fields);
    return one(tx, 'update-profile', UPDATE_PROFILE, [
      id,
      fields.firstName,
      fields.lastName,
      keys.full,
      keys.last,
      fields.bio,
      fields.country,
      fields.state,
      fields.city,
      fields.accountType,
      fields.consumerType,
      fields.talents,
      fields.isOnboarding,
      fields.preferredLanguage,
      now,
    ]);
  },

  /** Notes that the person signed in; proving the email takes back that mail to it bounced. */
  setSignedIn: (tx: Tx, id: string, provedEmail: boolean, now: Date) =>
    one(tx, 'signed-in', SIGNED_IN, [id, provedEmail, now]),

  setSuspended: (tx: Tx, id: string, reason: string, now: Date) =>
    one(tx, 'suspend', `${SUSPEND} RETURNING ${SELECTED}`, [id, now, reason]),

  setReinstated: (tx: Tx, id: string, now: Date) =>
    one(tx, 'reinstate', `${REINSTATE} RETURNING ${SELECTED}`, [id, now]),

  setRoles: (tx: Tx, id: string, roles: string[], now: Date) =>
    one(tx, 'roles', `UPDATE accounts SET roles = $2, updated_at = $3 WHERE id = $1 RETURNING ${SELECTED}`, [
      id,
      roles,
      now,
    ]),

  setBounced: (tx: Tx, email: string, now: Date) =>
    one(tx, 'bounced', `UPDATE accounts SET email_bounced_at = $2 WHERE email = $1 RETURNING ${SELECTED}`, [
      email,
      now,
    ]),
};

const INSERT = `
  INSERT INTO accounts (
    id, email, phone, sign_in_phone, first_name, last_name, full_name_key, last_name_key, country, source, source_id,
    referrer_id, invitation_id, sign_up_ip, created_at, bio, state, city, account_type, consumer_type, talents, roles,
    is_onboarding, profile_picture, updated_at, version, preferred_language, subscription_type, suspended_reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
    $24, $15, 2, 'en', 'NONE', '')
  ON CONFLICT DO NOTHING
  RETURNING ${SELECTED}`;

function insertValues(account: NewAccount): unknown[] {
  const keys = nameKeys(account);
  return [
    account.id,
    account.email,
    account.phone,
    account.signInPhone,
    account.firstName,
    account.lastName,
    keys.full,
    keys.last,
    account.country,
    account.source,
    account.sourceId,
    account.referrerId,
    account.invitationId,
    account.signUpIp,
    account.createdAt,
    account.bio ?? '',
    account.state ?? '',
    account.city ?? '',
    account.accountType ?? null,
    account.consumerType ?? null,
    account.talents ?? [],
    account.roles ?? [],
    account.isOnboarding ?? true,
    account.profilePicture ?? '',
  ];
}

const UPDATE_PROFILE = `
  UPDATE accounts SET first_name = $2, last_name = $3, full_name_key = $4, last_name_key = $5, bio = $6, country = $7,
    state = $8, city = $9, account_type = $10, consumer_type = $11, talents = $12, is_onboarding = $13,
    preferred_language = $14, updated_at = $15, version = version + 1
  WHERE id = $1 RETURNING ${SELECTED}`;

const SIGNED_IN = `
  UPDATE accounts SET last_signed_in_at = $3, email_bounced_at = CASE WHEN $2 THEN NULL ELSE email_bounced_at END
  WHERE id = $1 RETURNING ${SELECTED}`;

const SUSPEND = `
  UPDATE accounts SET suspended_at = $2, suspended_reason = $3, updated_at = $2, version = version + 1 WHERE id = $1`;

const REINSTATE = `
  UPDATE accounts SET suspended_at = NULL, suspended_reason = '', updated_at = $2, version = version + 1 WHERE id = $1`;

/** Names as search compares them: lower case, without accents, single spaces. */
export function searchKey(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}

function nameKeys({ firstName, lastName }: Pick<Account, 'firstName' | 'lastName'>): { full: string; last: string } {
  return { full: searchKey(`${firstName} ${lastName}`), last: searchKey(lastName) };
}
