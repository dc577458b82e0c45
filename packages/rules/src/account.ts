/** Lengths in characters. */
export const ACCOUNT_LIMITS = {
  nameCharactersMax: 45,
  emailCharactersMax: 254,
  placeCharactersMax: 30,
  bioCharactersMax: 180,
  searchCharactersMin: 2,
  searchCharactersMax: 90,
  intentCharactersMax: 64,
} as const;

export const ACCOUNT_TYPES = ['INDIVIDUAL', 'COMPANY'] as const;
