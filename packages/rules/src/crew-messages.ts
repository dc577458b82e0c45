/** Texts about the credits of a film, word for word [FLM-04, FLM-05]. */
export const CREW_MESSAGES = {
  crewEmpty: 'No cast and crew listed yet',
  crewNotFound: 'This credit does not exist any more.',
  crewFull: 'A film can list at most 500 people.',
  creditTaken: 'This credit already belongs to somebody.',
  claimNotFound: 'This claim does not exist.',
  claimDecided: 'This claim was already decided.',
  invitationLimit: 'You have sent many invitations today. Please try again tomorrow.',
  textsNotSent: 'Invitations go by email only. Please enter an email address.',
  invitedLately: 'You can invite this person again from {moment}.',
  declinedLately:
    'This person does not want to be linked. You can ask again from {moment}, or add the name without a link.',
  answerMissing: 'Please accept or decline.',
  askedOften: 'This person has to answer for their other credits on this film first.',
  personNotFound: 'Please select a person.',
  departmentMissing: 'Please choose a department.',
  crewChanged: 'The credits were changed in the meantime. They are shown as they are now.',
  invitationNotFound: 'This invitation does not exist any more.',
} as const;
