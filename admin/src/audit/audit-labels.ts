import { AuditKind } from '@marquee/contracts/identity/v1/user_back_office_pb';

export const auditKindLabel: Record<AuditKind, string> = {
  [AuditKind.UNSPECIFIED]: 'Changed',
  [AuditKind.USER_EDITED]: 'Edited',
  [AuditKind.USER_BANNED]: 'Banned',
  [AuditKind.USER_UNBANNED]: 'Unbanned',
  [AuditKind.USER_DELETED]: 'Deleted',
  [AuditKind.USER_INVITED]: 'Invited',
  [AuditKind.DEVICE_DELETED]: 'Device deleted',
  [AuditKind.PASSKEY_LINK_CREATED]: 'Passkey link made',
  [AuditKind.ROLE_GIVEN]: 'Role given',
  [AuditKind.USERS_NOTIFIED]: 'Notification sent',
  [AuditKind.PICTURE_CHANGED]: 'Picture changed',
  [AuditKind.REPORT_CHANGED]: 'Report handled',
  [AuditKind.PLAN_GRANTED]: 'Plan given',
  [AuditKind.PLAN_ENDED]: 'Plan ended',
  [AuditKind.PLAN_REFUNDED]: 'Plan refunded',
  [AuditKind.PLAN_REFUND_ASKED]: 'Refund of a plan asked for',
  [AuditKind.PLAN_REFUND_FAILED]: 'Refund of a plan failed',
  [AuditKind.SETTING_CHANGED]: 'Setting changed',
  [AuditKind.SETTING_ROLLED_BACK]: 'Setting rolled back',
};
