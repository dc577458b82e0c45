/** Refusals of a request as such, whatever it asks for. */
export const REQUEST_MESSAGES = {
  choiceUnknown: 'Please choose from the list.',
  tooLarge: 'This is too large to send: {count} KB are the most.',
  tooMany: 'This request asks for too much at once. Please reload the page and try again.',
  requestIdMissing: 'This request could not be read. Please reload the page and try again.',
} as const;
