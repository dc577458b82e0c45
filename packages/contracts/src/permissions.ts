import { Permission } from '../gen/access/v1/access_pb.js';

export { Permission };

const {
  SEE_USERS,
  SEE_ADDRESSES,
  EDIT_USERS,
  BAN_USERS,
  DELETE_USERS,
  MANAGE_STAFF,
  SEE_AUDIT_LOG,
  MODERATE_FILMS,
  DELETE_FILMS,
  FEATURE_FILMS,
  CHANGE_SETTINGS,
  MANAGE_MARKETING,
  SEE_SETTINGS,
  REFUND_ORDERS,
  NOTIFY_USERS,
  HANDLE_REPORTS,
  MANAGE_FESTIVALS,
} = Permission;

/** The daily work of staff: on people without their addresses, on films and on organizations. */
const DAILY = [
  ...[SEE_USERS, EDIT_USERS, BAN_USERS, NOTIFY_USERS, HANDLE_REPORTS, SEE_AUDIT_LOG],
  ...[MODERATE_FILMS, DELETE_FILMS, FEATURE_FILMS, MANAGE_MARKETING, SEE_SETTINGS, MANAGE_FESTIVALS],
];

/** What is about people's addresses and whole accounts, money, other staff, and the site itself. */
const TRUSTED = [SEE_ADDRESSES, DELETE_USERS, MANAGE_STAFF, CHANGE_SETTINGS, REFUND_ORDERS];

/** What each role allows. A role that does not stand here allows nothing [ADU-10]. */
const PERMISSIONS: Readonly<Record<string, ReadonlySet<Permission>>> = {
  ADMIN: new Set(DAILY),
  SUPER_USER: new Set([...DAILY, ...TRUSTED]),
};

/** True when one of the roles allows it; roles by their names, such as SUPER_USER. */
export function permits(roles: readonly string[], permission: Permission): boolean {
  return roles.some((role) => PERMISSIONS[role]?.has(permission));
}
