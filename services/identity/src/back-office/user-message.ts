import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import {
  type AuditEntrySchema,
  AuditKind,
  AuditObject,
  type InvitedUserSchema,
  type ListAuditEntriesRequest,
  type UpdateUserRequest,
  type UserDeviceSchema,
  type UserEntrySchema,
  UserFilter,
} from '@marquee/contracts/identity/v1/user_back_office_pb';
import { userMessage } from '../account/account-message.ts';
import type { Account } from '../account/accounts.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { modelOf } from '../session/browser.ts';
import type { Session } from '../session/sessions.ts';
import type { StaffView } from './get-user.ts';
import type { InvitedUser } from './invited-users.ts';
import { withoutTechnical } from './staff-rights.ts';

/** The name of a filter's value, of which the first is for all. */
const filterName = (names: Readonly<Record<number, string>>, value: number) =>
  value === 0 ? 'ALL' : (names[value] ?? '');

/** Filters by their names. */
export function filterInput<I extends { filter: UserFilter; consumerType: ConsumerType }>(request: I) {
  return {
    ...request,
    filter: filterName(UserFilter, request.filter),
    consumerType: filterName(ConsumerType, request.consumerType),
  };
}

export function updateUserInput({ type, consumerType, talents, ...fields }: UpdateUserRequest) {
  return {
    ...fields,
    type: type === undefined ? undefined : (AccountType[type] ?? ''),
    consumerType: consumerType === undefined ? undefined : (ConsumerType[consumerType] ?? ''),
    talents: talents?.talents,
  };
}

export function auditInput({ kind, objectKind, ...request }: ListAuditEntriesRequest) {
  return {
    ...request,
    kind: kind === AuditKind.UNSPECIFIED ? '' : AuditKind[kind],
    objectKind: objectKind === AuditObject.UNSPECIFIED ? '' : AuditObject[objectKind],
  };
}

/** Without what people note for themselves. */
const staffMessage = (account: Account) => ({ ...userMessage(account), availability: [] });

export function usersMessage({ rows, nextCursor }: { rows: Account[]; nextCursor: string }) {
  return { users: rows.map((row) => staffMessage(withoutTechnical(row))), lastKey: nextCursor };
}

export function userEntryMessage(view: StaffView): { user: MessageInitShape<typeof UserEntrySchema> } {
  const { account, passkeyCount, addressesMasked, technicalHidden } = view;
  return {
    user: {
      user: staffMessage(account),
      suspendedReason: account.suspendedReason,
      ...(account.suspendedAt && { suspendedAt: timestampFromDate(account.suspendedAt) }),
      updatedAt: timestampFromDate(account.updatedAt),
      signUpIp: account.signUpIp,
      version: account.version,
      passkeyCount,
      ...{ addressesMasked, technicalHidden },
    },
  };
}

function device(session: Session): MessageInitShape<typeof UserDeviceSchema> {
  return {
    ...{ id: session.id, name: session.device, place: session.place, ip: session.ip },
    ...{ modelName: modelOf(session.device), attributeKey: `devices/${session.id}` },
    createdAt: timestampFromDate(session.createdAt),
    lastAccessedAt: timestampFromDate(session.lastSeenAt),
    expiresAt: timestampFromDate(session.expiresAt),
  };
}

export const deviceMessage = (session: Session) => ({ device: device(session) });
export const devicesMessage = (sessions: Session[]) => ({ devices: sessions.map(device) });

function invited(row: InvitedUser): MessageInitShape<typeof InvitedUserSchema> {
  const { id, email, invitedBy, inviterName, createdAt, expiresAt } = row;
  return {
    ...{ id, email, invitedBy, inviterName },
    createdAt: timestampFromDate(createdAt),
    expiresAt: timestampFromDate(expiresAt),
  };
}

export const addedUserMessage = ({ invited: row, url }: { invited: InvitedUser; url: string }) => ({
  invited: invited(row),
  url,
});

export function invitedUsersMessage({ rows, nextCursor }: { rows: InvitedUser[]; nextCursor: string }) {
  return { invited: rows.map(invited), lastKey: nextCursor };
}

function auditEntry(entry: AuditEntry): MessageInitShape<typeof AuditEntrySchema> {
  const { id, actorId, actorName, kind, objectKind, objectId, changes, reason, createdAt } = entry;
  return {
    ...{ id, actorId: actorId ?? '', actorName, objectId, changes, reason },
    kind: AuditKind[kind as keyof typeof AuditKind],
    objectKind: AuditObject[objectKind as keyof typeof AuditObject],
    createdAt: timestampFromDate(createdAt),
  };
}

export function auditMessage({ rows, nextCursor }: { rows: AuditEntry[]; nextCursor: string }) {
  return { entries: rows.map(auditEntry), lastKey: nextCursor };
}
