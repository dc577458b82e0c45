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
