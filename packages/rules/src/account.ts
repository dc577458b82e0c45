/** Lengths in characters. */
export const ACCOUNT_LIMITS = {
  nameCharactersMax: 45,
  profileNameCharactersMax: 20,
  emailCharactersMax: 254,
  placeCharactersMax: 30,
  bioCharactersMax: 180,
  unionCharactersMax: 60,
  linkCharactersMax: 90,
  searchCharactersMin: 2,
  searchCharactersMax: 90,
  intentCharactersMax: 64,
} as const;

export const ACCOUNT_TYPES = ['INDIVIDUAL', 'COMPANY'] as const;
