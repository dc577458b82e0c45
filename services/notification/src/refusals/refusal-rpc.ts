import { InvitationMailService } from '@marquee/contracts/notification/v1/invitation_mail_pb';
import { rpc } from '@marquee/service/rpc';
import { write } from '@marquee/service/use-case';
import type { NotificationResources } from '../resources.ts';
import { setInvitationMails, setInvitationMailsSchema } from './set-invitation-mails.ts';

/** What the recipient of an invitation may ask. */
export const refusalRpc = rpc<NotificationResources>()(InvitationMailService, {
  setInvitationMails: write(setInvitationMailsSchema, setInvitationMails, () => ({})),
});
