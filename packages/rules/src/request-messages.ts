/** Refusals of a request as such, whatever it asks for. */
export const REQUEST_MESSAGES = {
  choiceUnknown: 'Please choose from the list.',
  tooMany: 'This request asks for too much at once. Please reload the page and try again.',
  requestIdMissing: 'This request could not be read. Please reload the page and try again.',
} as const;
