/** Texts about a film as a whole, word for word [FLM-09]. */
export const FILM_MESSAGES = {
  filmNotFound: 'Film not found',
  filmNotAvailable: 'Film Not Available',
  notYours: 'Only the creator of this film can do this.',
} as const;
