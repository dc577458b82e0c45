/** Texts about the credits of a film, word for word [FLM-04, FLM-05]. */
export const CREW_MESSAGES = {
  crewEmpty: 'No cast and crew listed yet',
  crewNotFound: 'This credit does not exist any more.',
  crewFull: 'A film can list at most 500 people.',
  creditTaken: 'This credit already belongs to somebody.',
  claimNotFound: 'This claim does not exist.',
  claimDecided: 'This claim was already decided.',
  invitationLimit: 'You have sent many invitations today. Please try again tomorrow.',
  personNotFound: 'Please select a person.',
} as const;
