import { z } from 'zod';
import { oneLine } from './plain-text.ts';

/** Links by which a partner without an account uploads [STU-11]. */
export const UPLOAD_LINK_LIMITS = {
  daysMax: 30,
  daysDefault: 7,
  filesMax: 10,
  filesDefault: 3,
  /** Of a film, that can be used. */
  openMax: 10,
  partnerNameLengthMax: 60,
} as const;

export const UPLOAD_LINK_MESSAGES = {
  partnerName: 'Please say who gets this link.',
  partnerNameTooLong: `Please enter at most ${UPLOAD_LINK_LIMITS.partnerNameLengthMax} characters.`,
  slot: 'Please say what this link is for.',
  days: `A link is valid for 1 to ${UPLOAD_LINK_LIMITS.daysMax} days.`,
  files: `A link is for 1 to ${UPLOAD_LINK_LIMITS.filesMax} files.`,
  tooMany: `This film has ${UPLOAD_LINK_LIMITS.openMax} links that can be used. Please withdraw one first.`,
  notFound: 'This upload link does not exist.',
  ended: 'This upload link has expired or was withdrawn. Please ask who sent it to you for a new one.',
  usedUp: 'All files that this upload link allows have been sent. Please ask who sent it to you for a new one.',
} as const;

const SLOTS = ['FILM_VIDEO', 'TRAILER_VIDEO', 'POSTER_IMAGE', 'TRAILER_IMAGE'] as const;

export const uploadLinkFields = z.object({
  slot: z.enum(SLOTS, { error: UPLOAD_LINK_MESSAGES.slot }),
  partnerName: oneLine()
    .min(1, UPLOAD_LINK_MESSAGES.partnerName)
    .max(UPLOAD_LINK_LIMITS.partnerNameLengthMax, UPLOAD_LINK_MESSAGES.partnerNameTooLong),
  days: z
    .int(UPLOAD_LINK_MESSAGES.days)
    .min(1, UPLOAD_LINK_MESSAGES.days)
    .max(UPLOAD_LINK_LIMITS.daysMax, UPLOAD_LINK_MESSAGES.days),
  filesMax: z
    .int(UPLOAD_LINK_MESSAGES.files)
    .min(1, UPLOAD_LINK_MESSAGES.files)
    .max(UPLOAD_LINK_LIMITS.filesMax, UPLOAD_LINK_MESSAGES.files),
});
export type UploadLinkFields = z.output<typeof uploadLinkFields>;

/** What a browser sends as the right to use a link. */
export const uploadLinkTokenSchema = z.object({ token: z.string().max(100, UPLOAD_LINK_MESSAGES.ended) });
