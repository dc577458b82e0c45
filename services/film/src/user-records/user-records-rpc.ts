import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { UserRecordsService } from '@marquee/contracts/film/v1/user_records_pb';
import { InvitationType } from '@marquee/contracts/invitation/v1/invitation_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import type { UserInvitation, UserUnlock } from './records.ts';
import {
  deleteInvitationSchema,
  deleteUserInvitation,
  getUserInvitation,
  listUserInvitations,
  userInvitationSchema,
} from './user-invitations.ts';
import {
  deleteUnlockSchema,
  deleteUserUnlock,
  getUserUnlock,
  listUserRecordsSchema,
  listUserUnlocks,
  unlockKeySchema,
} from './user-unlocks.ts';

const unlockMessage = ({ id, filmId, filmTitle, createdAt, expireAt, paidAmount, coins }: UserUnlock) => ({
  ...{ key: `${filmId}:${id}`, filmId, filmTitle, paidAmount, coins },
  createdAt: timestampFromDate(createdAt),
  expireAt: timestampFromDate(expireAt),
});

const invitationMessage = ({ crewId: credId, phoneNumber: phone, createdAt, ...row }: UserInvitation) => ({
  ...{ ...row, credId, phone, type: InvitationType.CREDIT, attributeKey: `invitations/${row.id}` },
  createdAt: timestampFromDate(createdAt),
});

/** What film keeps of one user, for staff [ADU-06]. */
export const userRecordsRpc = rpc<FilmResources>()(UserRecordsService, {
  listUserUnlocks: read(listUserRecordsSchema, listUserUnlocks, ({ rows, nextCursor }) => ({
    unlocks: rows.map(unlockMessage),
    lastKey: nextCursor,
  })),
  getUserUnlock: read(unlockKeySchema, getUserUnlock, (row) => ({ unlock: unlockMessage(row) })),
  deleteUserUnlock: write(deleteUnlockSchema, deleteUserUnlock, () => ({})),
  listUserInvitations: read(listUserRecordsSchema, listUserInvitations, ({ rows, nextCursor }) => ({
    invitations: rows.map(invitationMessage),
    lastKey: nextCursor,
  })),
  getUserInvitation: read(userInvitationSchema, getUserInvitation, (row) => ({ invitation: invitationMessage(row) })),
  deleteUserInvitation: write(deleteInvitationSchema, deleteUserInvitation, () => ({})),
});
