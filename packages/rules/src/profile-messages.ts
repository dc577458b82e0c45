/** The texts of profiles and of their edit screens, as the specification gives them. */
export const PROFILE_MESSAGES = {
  notFound: 'We could not find this profile.',
  saving: 'Saving your changes...',
  saved: 'Updated successfully',
  saveFailed: 'We failed to save your changes',
  linksFailed: 'Failed to save',
  tryLater: "We're sorry! Please try again later.",
  pleaseSignIn: 'Please sign in...',
  firstNameMissing: 'Please let us know your first name',
  lastNameMissing: 'Please let us know your last name',
  firstNameWrong: 'Please provide your full first name',
  lastNameWrong: 'Please provide your full last name',
  linkInvalid: 'Please enter a valid URL',
  linkLabelUnknown: 'Please choose a kind of link from the list.',
  tooManyLinks: 'Please give one link of each kind.',
  unionTooLong: 'Please enter at most 60 characters.',
  visibilityUnknown: 'Please choose who finds your profile.',
} as const;
