import { REFUSAL_MESSAGES } from '@marquee/rules/refusal-messages';
import { DomainError } from '@marquee/runtime/errors';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { NotificationWrite } from '../resources.ts';
import * as refusals from './mail-refusals.ts';

export const setInvitationMailsSchema = z.object({ refusalToken: z.string(), refused: z.boolean() });

/** Stops invitations to the recipient of the mail that held the token, from everybody, or allows them again. */
export async function setInvitationMails(
  { tx, clock, refusalTokens }: NotificationWrite,
  _viewer: Viewer,
  { refusalToken, refused }: z.output<typeof setInvitationMailsSchema>,
): Promise<void> {
  const hash = refusalTokens.hashIn(refusalToken);
  if (!hash) throw linkNotValid();
  if (refused) await refusals.keep(tx, hash, clock.now());
  else await refusals.remove(tx, hash);
}

function linkNotValid(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'LINK_NOT_VALID', message: REFUSAL_MESSAGES.linkNotValid });
}
