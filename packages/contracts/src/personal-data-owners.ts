/** The services that hold personal data, by what they declare. */
export const PERSONAL_DATA_OWNERS: readonly string[] = [
  // derived: owners (npm run derive)
  'identity',
  'notification',
  'film',
  'media',
  'marketing',
  'festival',
  'rewards',
  // end of derived: owners
];
