import { z } from 'zod';
import { oneLine } from './plain-text.ts';

/** Characters, and how many of something. */
export const BACK_OFFICE_LIMITS = {
  usersPerPage: 50,
  staffNameCharactersMin: 2,
  staffNameCharactersMax: 45,
  reasonCharactersMin: 2,
  reasonCharactersMax: 200,
  usersDeletedAtOnceMax: 100,
  searchCharactersMax: 254,
} as const;

/** The texts of the back office of people, as the specification gives them. */
export const BACK_OFFICE_MESSAGES = {
  userNotFound: 'User Not Found',
  recordNotFound: 'Record Not Found',
  firstNameFailed: 'Failed to update first name',
  lastNameFailed: 'Failed to update last name',
  saveFailed: 'Failed to save. Please try again later.',
  banFailed: 'Failed to save banning',
  deviceFailed: 'Failed to load user device',
  invitationFailed: 'Failed to load user invitation',
  unlocksFailed: 'Failed to load unlocked films',
  deleteFailed: 'Failed to delete record',
  loadFailed: 'We failed to load the data',
  nobodySelected: 'Please select some users to delete.',
  nobodySelectedToCopy: 'Please select some users to copy from.',
  nameLength: 'Names have 2 to 45 characters.',
  reasonLength: 'A reason has 2 to 200 characters.',
  tooManyToDelete: 'Please select at most 100 users.',
  countWrong: 'The selection has changed. Please look at it again.',
  ownAccount: 'You cannot do this to your own account.',
  staffAccount: 'This account is of staff. Somebody who manages staff has to do this.',
  inviteExists: 'There is an account with this email already.',
} as const;

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
