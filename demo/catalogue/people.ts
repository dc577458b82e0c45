import type { ImportedAccount } from '@marquee/identity/seed/import-accounts';
import { seedId } from '../seed-id.ts';

const PEOPLE = {
  ines: {
    email: 'maker@example.com',
    firstName: 'Inês',
    lastName: 'Duarte',
    consumerType: 'ENTERTAINMENT_PRO',
    accountType: 'INDIVIDUAL',
    talents: ['Director', 'Screenwriter'],
    bio: 'Director from Porto. Films about people who stay when everybody leaves, and the other way around.',
    country: 'PT',
    city: 'Porto',
  },
  tomasz: {
    email: 'tomasz@example.com',
    firstName: 'Tomasz',
    lastName: 'Wilk',
    consumerType: 'ENTERTAINMENT_PRO',
    accountType: 'INDIVIDUAL',
    talents: ['Animator', 'Director', 'Art Director'],
    bio: 'Paper, scissors, one lamp. Animated shorts from Łódź since 2014.',
    country: 'PL',
    city: 'Łódź',
  },
  halcyon: {
    email: 'halcyon@example.com',
    firstName: 'Meera',
    lastName: 'Krishnan',
    consumerType: 'ENTERTAINMENT_PRO',
    accountType: 'COMPANY',
    talents: ['Production Company', 'Film Distributor'],
    bio: 'Halcyon Row: a small company for films that travel. Chennai and Marseille.',
    country: 'IN',
    city: 'Chennai',
  },
  jonas: { email: 'viewer@example.com', firstName: 'Jonas', lastName: 'Berg', country: 'SE', city: 'Malmö' },
  adaeze: { email: 'adaeze@example.com', firstName: 'Adaeze', lastName: 'Okafor', country: 'NG', city: 'Lagos' },
  lucia: { email: 'lucia@example.com', firstName: 'Lucía', lastName: 'Ferreyra', country: 'AR', city: 'Rosario' },
  hiro: { email: 'hiro@example.com', firstName: 'Hiro', lastName: 'Tanabe', country: 'JP', city: 'Kyoto' },
  claire: { email: 'claire@example.com', firstName: 'Claire', lastName: 'Moreau', country: 'FR', city: 'Lyon' },
  samuel: { email: 'samuel@example.com', firstName: 'Samuel', lastName: 'Whitlock', country: 'GB', city: 'Leeds' },
  noor: { email: 'noor@example.com', firstName: 'Noor', lastName: 'Haddad', country: 'JO', city: 'Amman' },
  petra: { email: 'petra@example.com', firstName: 'Petra', lastName: 'Novak', country: 'CZ', city: 'Brno' },
  staff: {
    email: 'staff@example.com',
    firstName: 'Robin',
    lastName: 'Ellery',
    roles: ['ADMIN'],
    country: 'US',
    state: 'New York',
    city: 'New York',
  },
} satisfies Record<
  string,
  Omit<ImportedAccount, 'id' | 'consumerType'> & Partial<Pick<ImportedAccount, 'consumerType'>>
>;

export type PersonKey = keyof typeof PEOPLE;

export function personId(key: PersonKey): string {
  return seedId('person', key);
}

/** The twelve people of the demo catalogue: three makers, eight viewers and one of staff. */
export const people: ImportedAccount[] = Object.entries(PEOPLE).map(([key, person]) => ({
  consumerType: 'MOVIE_LOVER',
  ...(person as Partial<ImportedAccount> & Pick<ImportedAccount, 'email' | 'firstName' | 'lastName'>),
  id: personId(key as PersonKey),
}));

/** Accounts that the start-up message names. */
export const demoAccounts = [
  { email: PEOPLE.ines.email, what: 'a maker with films in the studio' },
  { email: PEOPLE.jonas.email, what: 'a viewer' },
  { email: PEOPLE.staff.email, what: 'staff, for /superadmin' },
];
