/** Refusals of a request as such, whatever it asks for. */
export const REQUEST_MESSAGES = {
  choiceUnknown: 'Please choose from the list.',
  requestIdMissing: 'This request could not be read. Please reload the page and try again.',
} as const;
