import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as calls from '../calls/calls.ts';
import * as people from '../people/people.ts';
import type { FestivalResources } from '../resources.ts';
import * as judges from './judges.ts';
import { judgeNotFound } from './judging-errors.ts';

export const judgeInvitationSchema = z.object({ judgeId: z.string() });

export type JudgeInvitation = Pick<judges.Judge, 'id' | 'email' | 'firstName' | 'language'> & {
  inviterName: string;
  festivalName: string;
  callTitle: string;
  /** Nothing is to be mailed. */
  ended: boolean;
};

/** An invitation to judge that was sent to an address, for its mail [FES-09]. */
export async function getJudgeInvitation(
  { db }: FestivalResources,
  _viewer: Viewer,
  { judgeId }: z.output<typeof judgeInvitationSchema>,
): Promise<JudgeInvitation> {
  const { id, callId, email, firstName, language, invitedBy, acceptedAt, addressHash } = await judges.get(db, judgeId);
  // Who was invited by their account has a notice.
  if (!addressHash) throw judgeNotFound();
  const { title: callTitle, festivalName, state } = await calls.get(db, callId);
  const inviterName = await people.nameOf(db, invitedBy);
  const ended = acceptedAt !== null || email === '' || state === 'CANCELLED';
  return { id, email, firstName, language, inviterName, festivalName, callTitle, ended };
}
