import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import type { Reader } from '@marquee/data/prisma';
import type { AvailabilityPeriod } from '@marquee/rules/availability';
import type { GalleryPhoto } from '@marquee/rules/gallery';
import type { SocialLink } from '@marquee/rules/social-links';
import { type Account as AccountModel, Prisma, type PrismaClient } from '../../gen/prisma/client.ts';

export type Account = Omit<AccountModel, 'socialLinks' | 'gallery' | 'availability'> & {
  socialLinks: SocialLink[];
  gallery: GalleryPhoto[];
  availability: AvailabilityPeriod[];
};

type Required =
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
  | 'createdAt';
export type NewAccount = Pick<Account, Required> & Partial<typeof DEFAULTS>;

const DEFAULTS = {
  bio: '',
  state: '',
  city: '',
  accountType: null as string | null,
  consumerType: null as string | null,
  talents: [] as string[],
  roles: [] as string[],
  isOnboarding: true,
  profilePicture: '',
  union: '',
  profileVisibility: 'PUBLIC',
  preferredLanguage: 'en',
};

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
  | 'socialLinks'
  | 'union'
  | 'profileVisibility'
  | 'profilePicture'
  | 'gallery'
  | 'availability'
>;

type Queryable = Pick<Database, 'query'>;

const JSON_FIELDS = new Set(['socialLinks', 'gallery', 'availability']);

// By name: a column that a migration adds must not change the rows of statements that are already prepared.
const COLUMNS = columnsOf(Object.keys(Prisma.AccountScalarFieldEnum));

async function one(tx: Tx, name: string, text: string, values: unknown[]): Promise<Account | undefined> {
  const [account] = await tx.query<Account>({ name: `accounts.${name}`, text, values });
  return account;
}

/** Reads an account without a lock. */
export async function find(prisma: Reader<PrismaClient>, id: string): Promise<Account | undefined> {
  return ((await prisma.account.findUnique({ where: { id } })) as Account | null) ?? undefined;
}

/** Accounts in the order of their ids, after one of them. */
export function list(
  prisma: Reader<PrismaClient>,
  afterId: string | undefined,
  limit: number,
): Promise<AccountModel[]> {
  return prisma.account.findMany({
    ...(afterId !== undefined && { where: { id: { gt: afterId } } }),
    orderBy: { id: 'asc' },
    take: limit,
  });
}

/** The condition for accounts that others see in lists and counters, as `isShown`; by the name that they have in a query. */
export const shown = (accounts: string): string =>
  `${accounts}.suspended_at IS NULL AND ${accounts}.closing_at IS NULL`;

/** The condition for accounts whose profile directories and search engines list; index accounts_listed has it. */
const LISTED = `profile_visibility = 'PUBLIC' AND consumer_type = 'ENTERTAINMENT_PRO' AND NOT is_onboarding
  AND ${shown('accounts')}`;

/** Accounts with a listed profile whose id ends with this digit. */
export async function listedIds(db: Queryable, digit: string, limit: number): Promise<string[]> {
  const text = `SELECT id FROM accounts WHERE ${LISTED} AND right(id::text, 1) = $1 ORDER BY id LIMIT $2`;
  const rows = await db.query<Pick<Account, 'id'>>({ name: 'accounts.listed-ids', text, values: [digit, limit] });
  return rows.map(({ id }) => id);
}

/** Accounts that somebody brought here. */
export async function countReferrals(db: Queryable, referrerId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM accounts WHERE referrer_id = $1';
  const [row] = await db.query<{ count: number }>({ name: 'accounts.referrals', text, values: [referrerId] });
  return row?.count ?? 0;
}

export const lock = (tx: Tx, id: string) =>
  one(tx, 'lock', `SELECT ${COLUMNS} FROM accounts WHERE id = $1 FOR UPDATE`, [id]);

export const lockByEmail = (tx: Tx, email: string) =>
  one(tx, 'lock-by-email', `SELECT ${COLUMNS} FROM accounts WHERE email = $1 FOR UPDATE`, [email]);

export const lockByPhone = (tx: Tx, phone: string) =>
  one(tx, 'lock-by-phone', `SELECT ${COLUMNS} FROM accounts WHERE sign_in_phone = $1 FOR UPDATE`, [phone]);

/** The id of the account that signs in by this email; null without one. */
export const idByEmail = (db: Queryable, email: string) => idBy(db, 'email', email);

/** The id of the account that signs in by this phone number; null without one. */
export const idByPhone = (db: Queryable, phone: string) => idBy(db, 'sign_in_phone', phone);

async function idBy(db: Queryable, column: 'email' | 'sign_in_phone', value: string): Promise<string | null> {
  const text = `SELECT id FROM accounts WHERE ${column} = $1`;
  const [account] = await db.query<Pick<Account, 'id'>>({ name: `accounts.id-by-${column}`, text, values: [value] });
  return account?.id ?? null;
}

/** Undefined when the id, the email or the phone is another account's. A new account has made two events already. */
export async function insert(tx: Tx, account: NewAccount): Promise<Account | undefined> {
  const { text, values } = insertClause({
    ...DEFAULTS,
    ...account,
    ...nameKeys(account),
    updatedAt: account.createdAt,
    version: 2n,
    subscriptionType: 'NONE',
    suspendedReason: '',
  });
  const statement = `INSERT INTO accounts ${text} ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`;
  const [inserted] = await tx.query<Account>(statement, values);
  return inserted;
}

// What changes a locked account always gives it.
const LOCKED = 'a locked account';

/** The version rises with each event that follows. */
export async function updateProfile(
  tx: Tx,
  id: string,
  fields: ProfileFields,
  { now, events }: { now: Date; events: number },
): Promise<Account> {
  const { text, values } = setClause({ ...fields, ...nameKeys(fields), updatedAt: now }, 3, { json: JSON_FIELDS });
  const statement = `UPDATE accounts SET ${text}, version = version + $2 WHERE id = $1 RETURNING ${COLUMNS}`;
  const [updated] = await tx.query<Account>(statement, [id, events, ...values]);
  return existing(updated, LOCKED);
}

/** Records a sign-in. Proving the email clears that mail to it bounced. */
export const setSignedIn = (tx: Tx, id: string, provedEmail: boolean, now: Date) =>
  changed(tx, 'set-signed-in', SIGNED_IN, [id, provedEmail, now]);

export const setSuspended = (tx: Tx, id: string, reason: string, now: Date) =>
  changed(tx, 'set-suspended', SUSPENDED, [id, now, reason]);

export const setReinstated = (tx: Tx, id: string, now: Date) => changed(tx, 'set-reinstated', REINSTATED, [id, now]);

/** Gives an account the addresses that it signs in by, which its owner has proven [AUT-14]. */
export const setContacts = (
  tx: Tx,
  id: string,
  { email, phone, signInPhone }: Pick<Account, 'email' | 'phone' | 'signInPhone'>,
  now: Date,
) => changed(tx, 'set-contacts', CONTACTS, [id, email, phone, signInPhone, now]);

export const setRoles = (tx: Tx, id: string, roles: string[], now: Date) =>
  changed(tx, 'set-roles', 'roles = $2, updated_at = $3', [id, roles, now]);

/** Marks an account as closing; the change is two events. */
export const setClosing = (tx: Tx, id: string, now: Date) =>
  changed(tx, 'set-closing', `closing_at = $2, ${TWO_EVENTS}`, [id, now]);

/** Marks an account as deleted by staff, which closes it; the change is two events. */
export const setDeleted = (tx: Tx, id: string, now: Date) =>
  changed(tx, 'set-deleted', `closing_at = coalesce(closing_at, $2), deleted_at = $2, ${TWO_EVENTS}`, [id, now]);

/** Takes the mark back. */
export const setReopened = (tx: Tx, id: string, now: Date) =>
  changed(tx, 'set-reopened', `closing_at = NULL, ${TWO_EVENTS}`, [id, now]);

/** Marks an account as closed everywhere. */
export const setClosed = (tx: Tx, id: string, now: Date) =>
  changed(tx, 'set-closed', `closed_at = $2, ${TWO_EVENTS}`, [id, now]);

const TWO_EVENTS = 'updated_at = $2, version = version + 2';

async function changed(tx: Tx, name: string, set: string, values: unknown[]): Promise<Account> {
  const account = await one(tx, name, `UPDATE accounts SET ${set} WHERE id = $1 RETURNING ${COLUMNS}`, values);
  return existing(account, LOCKED);
}

/** Locks every admin that can act, in one order: of two who leave at once, one sees the other. True if there is another. */
export async function lockOtherAdmins(tx: Tx, id: string): Promise<boolean> {
  const text = `SELECT id FROM accounts WHERE 'ADMIN' = ANY(roles) AND suspended_at IS NULL AND closing_at IS NULL
    ORDER BY id FOR UPDATE`;
  const admins = await tx.query<Pick<Account, 'id'>>({ name: 'accounts.lock-admins', text, values: [] });
  return admins.some((admin) => admin.id !== id);
}

/** What the account has of plans now. */
export async function setPlan(tx: Tx, id: string, plan: string): Promise<void> {
  const text = 'UPDATE accounts SET subscription_type = $2 WHERE id = $1 AND subscription_type <> $2';
  await tx.query({ name: 'accounts.set-plan', text, values: [id, plan] });
}

/** The account whose mail bounced for the first time since its email was proven; undefined otherwise. */
export const setBounced = (tx: Tx, email: string, now: Date) =>
  one(tx, 'set-bounced', `${BOUNCED} RETURNING ${COLUMNS}`, [email, now]);

const SIGNED_IN = `last_signed_in_at = $3, email_bounced_at = CASE WHEN $2 THEN NULL ELSE email_bounced_at END`;
const SUSPENDED = 'suspended_at = $2, suspended_reason = $3, updated_at = $2, version = version + 1';
const REINSTATED = `suspended_at = NULL, suspended_reason = '', updated_at = $2, version = version + 1`;

// A new address has not bounced.
const CONTACTS = `email = $2, phone = $3, sign_in_phone = $4, updated_at = $5,
  email_bounced_at = CASE WHEN email IS DISTINCT FROM $2 THEN NULL ELSE email_bounced_at END`;

const BOUNCED = 'UPDATE accounts SET email_bounced_at = $2 WHERE email = $1 AND email_bounced_at IS NULL';

/** Names as search compares them: lower case, without accents, single spaces. */
export function searchKey(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}

function nameKeys({ firstName, lastName }: Pick<Account, 'firstName' | 'lastName'>) {
  return { fullNameKey: searchKey(`${firstName} ${lastName}`), lastNameKey: searchKey(lastName) };
}
