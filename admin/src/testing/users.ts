import { create, type DescMessage, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AccountStatus, AccountType, ConsumerType, Role, UserSchema } from '@marquee/contracts/identity/v1/account_pb';
import { UserEntrySchema } from '@marquee/contracts/identity/v1/user_back_office_pb';
import type { Answers } from '@marquee/testing/answer-calls';

type Part<S extends DescMessage> = Exclude<MessageInitShape<S>, MessageShape<S>>;

export const USER_ID = '01a1fa4d-97de-70dd-a3ed-0716b4fa41c1';
export const STAFF_ID = '01a1fa4d-97de-70dd-a3ed-0716b4fa41c0';
const ADDED = timestampFromDate(new Date('2026-11-05T12:00:00Z'));

/** An Entertainment Pro who is through with onboarding. */
export function aUser(part: Part<typeof UserSchema> = {}) {
  return create(UserSchema, {
    ...{ id: USER_ID, firstName: 'Inês', lastName: 'Carvalho', email: 'ines@example.com', phone: '+351912345678' },
    ...{ bio: 'Films rivers.', country: 'PT', city: 'Porto', preferredLanguage: 'en' },
    ...{ type: AccountType.INDIVIDUAL, consumerType: ConsumerType.ENTERTAINMENT_PRO, talents: ['Director'] },
    ...{ status: AccountStatus.ACTIVE, createdAt: ADDED, lastSignedInAt: ADDED },
    ...part,
  });
}

export function aUserEntry(user: Part<typeof UserSchema> = {}, part: Omit<Part<typeof UserEntrySchema>, 'user'> = {}) {
  return create(UserEntrySchema, { user: aUser(user), passkeyCount: 1, version: 3n, updatedAt: ADDED, ...part });
}

/** Answers for a member of staff of this role, to whom nothing was done yet. */
export const asStaff = (role = Role.SUPER_USER): Answers => ({
  getCurrentUser: () => ({ user: { id: STAFF_ID, roles: [role] } }),
  listAuditEntries: () => ({ entries: [] }),
});
