import { z } from 'zod';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from './back-office-messages.ts';
import { oneLine } from './plain-text.ts';

/** Why a member of staff does something; it stands in the audit log [ADU-05] [ADU-10]. */
export const staffReasonSchema = oneLine()
  .min(BACK_OFFICE_LIMITS.reasonCharactersMin, BACK_OFFICE_MESSAGES.reasonLength)
  .max(BACK_OFFICE_LIMITS.reasonCharactersMax, BACK_OFFICE_MESSAGES.reasonLength);

/** A first or last name as staff write it [ADU-04]. */
export const staffNameSchema = oneLine()
  .min(BACK_OFFICE_LIMITS.staffNameCharactersMin, BACK_OFFICE_MESSAGES.nameLength)
  .max(BACK_OFFICE_LIMITS.staffNameCharactersMax, BACK_OFFICE_MESSAGES.nameLength);

/** The types that staff may give an account: b2b is one that nobody chooses for themselves [ADU-04]. */
export const STAFF_CONSUMER_TYPES = ['MOVIE_LOVER', 'ENTERTAINMENT_PRO', 'B2B'] as const;

/** An email of which the first letter and the domain can be read: a•••@example.com. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${[...email][0]}•••${email.slice(at)}`;
}

/** A phone number of which the last two digits can be read. */
export function maskedPhone(phone: string): string {
  return phone === '' ? '' : `•••${phone.slice(-2)}`;
}

const { noticeTitleCharactersMin, noticeTitleCharactersMax } = BACK_OFFICE_LIMITS;
const { noticeTextCharactersMin, noticeTextCharactersMax } = BACK_OFFICE_LIMITS;

/** What staff write to users: the title and the text of a notice [ADU-02]. */
export const staffNoticeSchema = z.object({
  title: oneLine()
    .min(noticeTitleCharactersMin, BACK_OFFICE_MESSAGES.noticeTitleLength)
    .max(noticeTitleCharactersMax, BACK_OFFICE_MESSAGES.noticeTitleLength),
  text: oneLine()
    .min(noticeTextCharactersMin, BACK_OFFICE_MESSAGES.noticeTextLength)
    .max(noticeTextCharactersMax, BACK_OFFICE_MESSAGES.noticeTextLength),
});

/** What staff decide of a report, and what they write to who sent it; an empty note is none. */
export const closeReportSchema = z.object({
  decision: oneLine()
    .min(BACK_OFFICE_LIMITS.reasonCharactersMin, BACK_OFFICE_MESSAGES.decisionLength)
    .max(BACK_OFFICE_LIMITS.reasonCharactersMax, BACK_OFFICE_MESSAGES.decisionLength),
  note: oneLine().max(noticeTextCharactersMax, BACK_OFFICE_MESSAGES.noteLength),
});
