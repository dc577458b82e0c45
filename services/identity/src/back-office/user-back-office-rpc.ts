import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { listAuditEntries, listAuditEntriesSchema } from '../audit/list-audit-entries.ts';
import type { IdentityResources } from '../resources.ts';
import { addUser, addUserSchema, listInvitedUsers, listInvitedUsersSchema } from './add-user.ts';
import { banUser, banUserSchema, unbanUser } from './ban-user.ts';
import { createStaffPasskeyLink, createStaffPasskeyLinkSchema, deriveLinkToken } from './create-staff-passkey-link.ts';
import { deleteUsers, deleteUsersSchema } from './delete-users.ts';
import { accountIdSchema, getUser } from './get-user.ts';
import { listReferrals, listReferralsSchema } from './list-referrals.ts';
import { countUsers, countUsersSchema, listUsers, listUsersSchema } from './list-users.ts';
import {
  convertKeptPicture,
  convertUserPictureSchema,
  keepUserPicture,
  setUserPictureSchema,
  showUserPicture,
} from './set-user-picture.ts';
import { updateUser, updateUserSchema } from './update-user.ts';
import {
  deleteUserDevice,
  deleteUserDeviceSchema,
  deviceSchema,
  getUserDevice,
  listUserDevices,
} from './user-devices.ts';
import {
  addedUserMessage,
  auditInput,
  auditMessage,
  deviceMessage,
  devicesMessage,
  filterInput,
  invitedUsersMessage,
  updateUserInput,
  userEntryMessage,
  usersMessage,
} from './user-message.ts';

/** Staff's view of people. The contract says which permission each method needs [ADU-11]. */
export const userBackOfficeRpc = rpc<IdentityResources>()(UserBackOfficeService, {
  listUsers: read(listUsersSchema, listUsers, usersMessage, { from: filterInput }),
  countUsers: read(countUsersSchema, countUsers, undefined, { from: filterInput }),
  getUser: read(accountIdSchema, getUser, userEntryMessage),
  updateUser: write(updateUserSchema, updateUser, userEntryMessage, { from: updateUserInput }),
  setUserPicture: write(setUserPictureSchema, showUserPicture, userEntryMessage, { before: keepUserPicture }),
  convertUserPicture: write(convertUserPictureSchema, showUserPicture, userEntryMessage, {
    before: convertKeptPicture,
  }),
  banUser: write(banUserSchema, banUser, userEntryMessage),
  unbanUser: write(banUserSchema, unbanUser, userEntryMessage),
  deleteUsers: write(deleteUsersSchema, deleteUsers),
  listReferrals: read(listReferralsSchema, listReferrals, usersMessage),
  listUserDevices: read(accountIdSchema, listUserDevices, devicesMessage),
  getUserDevice: read(deviceSchema, getUserDevice, deviceMessage),
  deleteUserDevice: write(deleteUserDeviceSchema, deleteUserDevice, () => ({})),
  addUser: write(addUserSchema, addUser, addedUserMessage),
  listInvitedUsers: read(listInvitedUsersSchema, listInvitedUsers, invitedUsersMessage),
  createStaffPasskeyLink: write(createStaffPasskeyLinkSchema, createStaffPasskeyLink, () => ({}), {
    before: deriveLinkToken,
    repeatsBefore: true,
    after: linkUrl,
  }),
  listAuditEntries: read(listAuditEntriesSchema, listAuditEntries, auditMessage, { from: auditInput }),
});

/** The link holds its token in the fragment, which no server sees; it is not kept with the answer. */
function linkUrl({ config }: IdentityResources, _result: unknown, _context: CallContext, token: string) {
  return { url: new URL(`/passkey#${token}`, config.PUBLIC_URL).href };
}
