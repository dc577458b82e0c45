import { newId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import { staffReasonSchema } from '@marquee/rules/back-office';
import { emailSignInSchema } from '@marquee/rules/sign-in';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import * as auditLog from '../audit/audit-log.ts';
import { issueNotice } from '../challenge/issue-challenge.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { alreadyUser } from './back-office-errors.ts';
import * as invitedUsers from './invited-users.ts';
import { shownTo } from './staff-rights.ts';

const INVITED_MS = 30 * 24 * 60 * 60_000;

export const addUserSchema = emailSignInSchema.extend({ reason: staffReasonSchema });

export type Invited = { invited: invitedUsers.InvitedUser; url: string };

/**
 * Invites somebody by email, who gets a mail with the way in [ADU-02]. No account begins before its email is proven, so that the one whose address it is
 * makes it, where the answer's URL leads; until then the invitation is listed.
 */
export async function addUser(
  write: IdentityWrite,
  viewer: AccountViewer,
  { email, reason }: z.output<typeof addUserSchema>,
): Promise<Invited> {
  const { tx, clock, config } = write;
  if (await accounts.idByEmail(tx, email)) throw alreadyUser();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + INVITED_MS);
  const id = newId();
  await invitedUsers.put(tx, { id, email, invitedBy: viewer.accountId, createdAt: now, expiresAt });
  await issueNotice(write, {
    ...{ purpose: 'INVITED', channel: 'EMAIL', accountId: null, email, phone: '' },
    ...{ device: '', place: '', ip: '', language: 'en', expiresAt },
  });
  const object = { objectKind: 'INVITATION', objectId: id } as const;
  await auditLog.append(tx, { actorId: viewer.accountId, kind: 'USER_INVITED', ...object, reason, now });
  return { invited: await invitedUsers.get(tx, id), url: new URL('/create-account', config.PUBLIC_URL).href };
}

export const listInvitedUsersSchema = z.object({ pageSize: z.int(), cursor: z.string() });

/** Who is invited and has no account yet, newest first [ADU-02]. */
export async function listInvitedUsers(
  { db, config, clock }: Pick<IdentityResources, 'db' | 'config' | 'clock'>,
  viewer: AccountViewer,
  { pageSize, cursor }: z.output<typeof listInvitedUsersSchema>,
) {
  const list = { key: config.CURSOR_KEY, scope: 'invited-users', size: pageSize, cursor };
  const { after, limit, page } = keyset<[string]>(list);
  const rows = await invitedUsers.list(db, { beforeId: after?.[0], limit, now: clock.now() });
  return page(
    rows.map((row) => ({ ...row, email: shownTo(viewer, { email: row.email, phone: null }).email ?? '' })),
    ({ id }) => [id],
  );
}
