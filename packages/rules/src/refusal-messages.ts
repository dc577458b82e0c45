/** Texts for recipients who want no more invitations. */
export const REFUSAL_MESSAGES = {
  linkNotValid: 'This link is not complete. Please open it from the email again.',
  notSaved: 'We failed to save this. Please try again.',
} as const;
