import { join } from 'node:path';
import type { ImportedAccount } from '@marquee/identity/seed/import-accounts';
import { ACCOUNT_TYPES } from '@marquee/rules/account';
import { z } from 'zod';
import { seedId } from '../seed-id.ts';
import { readData } from './read-data.ts';

const text = z.string().min(1);

/** A person of the demo catalogue, as people.json holds them by key. */
const personSchema = z.strictObject({
  email: z.email(),
  firstName: text,
  lastName: text,
  consumerType: z.enum(['MOVIE_LOVER', 'ENTERTAINMENT_PRO']).default('MOVIE_LOVER'),
  accountType: z.enum(ACCOUNT_TYPES).optional(),
  talents: z.array(text).optional(),
  roles: z.array(z.enum(['ADMIN', 'SUPER_USER'])).optional(),
  bio: text.optional(),
  country: text,
  state: text.optional(),
  city: text,
  /** What the start-up message says of the account; others are not named there. */
  introducedAs: text.optional(),
});

const PEOPLE = readData(join(import.meta.dirname, 'people.json'), z.record(z.string(), personSchema));

export const isPerson = (key: string) => Object.hasOwn(PEOPLE, key);

export function personId(key: string): string {
  return seedId('person', key);
}

/** The twelve people of the demo catalogue: three makers, eight viewers and one of staff. */
export const people: ImportedAccount[] = Object.entries(PEOPLE).map(([key, { introducedAs, ...person }]) => ({
  ...person,
  id: personId(key),
}));

/** Accounts that the start-up message names. */
export const demoAccounts = Object.values(PEOPLE).flatMap(({ email, introducedAs }) =>
  introducedAs ? [{ email, what: introducedAs }] : [],
);
