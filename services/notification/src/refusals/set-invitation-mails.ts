import type { Tx } from '@marquee/data/database';
import { NOTICE_KIND_NAMES } from '@marquee/rules/notices';
import { REFUSAL_MESSAGES } from '@marquee/rules/refusal-messages';
import { DomainError } from '@marquee/runtime/errors';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { KINDS } from '../notices/kinds.ts';
import type { NotificationWrite } from '../resources.ts';
import * as preferences from '../settings/preferences.ts';
import * as refusals from './mail-refusals.ts';
import type { MailedNotice } from './refusal-tokens.ts';

export const setInvitationMailsSchema = z.object({ refusalToken: z.string(), refused: z.boolean() });

/**
 * Stops invitations to the recipient of the mail that held the token, from everybody, or mails about notices of one kind to
 * an account; or allows them again [SET-13].
 */
export async function setInvitationMails(
  { tx, clock, refusalTokens }: NotificationWrite,
  _viewer: Viewer,
  { refusalToken, refused }: z.output<typeof setInvitationMailsSchema>,
): Promise<void> {
  const notice = refusalTokens.noticeIn(refusalToken);
  if (notice) return setNoticeMails(tx, notice, refused);
  const hash = refusalTokens.hashIn(refusalToken);
  if (!hash) throw linkNotValid();
  if (refused) await refusals.keep(tx, hash, clock.now());
  else await refusals.remove(tx, hash);
}

/** Stops or allows mails about notices to an account. */
export async function setNoticeMails(tx: Tx, { accountId, kind }: MailedNotice, refused: boolean): Promise<void> {
  for (const one of kind === 'ALL' ? NOTICE_KIND_NAMES : [kind]) {
    // Who allows all again gets what people get who chose nothing.
    const enabled = !refused && (kind !== 'ALL' || KINDS[one].channels.includes('EMAIL'));
    await preferences.choose(tx, { accountId, kind: one, channel: 'EMAIL', enabled });
  }
}

function linkNotValid(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'LINK_NOT_VALID', message: REFUSAL_MESSAGES.linkNotValid });
}
