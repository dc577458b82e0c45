import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import type { submissionIdSchema } from '../submissions/get-submission.ts';
import { submissionNotFound } from '../submissions/submission-errors.ts';
import * as mails from './decision-mails.ts';

/** The mail of a decision as it was sent, for the service that delivers it. */
export async function getSentDecision(
  { db }: FestivalResources,
  _viewer: Viewer,
  { submissionId }: z.output<typeof submissionIdSchema>,
): Promise<mails.SentMail> {
  const sent = isId(submissionId) ? await mails.findSent(db, submissionId) : undefined;
  if (!sent) throw submissionNotFound();
  return sent;
}
