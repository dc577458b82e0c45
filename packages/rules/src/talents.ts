/** A profession, and the account types that may choose it. */
type Talent = { name: string; individual: boolean; company: boolean };

/** Talents whose holders may run organizations. */
export const DIRECTOR_TALENTS = ['Festival Director', 'Music Group Director', 'Pro Club Director'] as const;

export const TALENTS_MIN = 1;
export const TALENTS_MAX = 4;

const INDIVIDUAL = [
  'Actor',
  'Animator',
  'Art Director',
  'Assistant Director',
  'Camera Operator',
  'Casting Director',
  'Choreographer',
  'Cinematographer',
  'Colorist',
  'Composer',
  'Costume Designer',
  'Dancer',
  'Director',
  'Documentary Filmmaker',
  'Editor',
  'Executive Producer',
  'Film Critic',
  'Gaffer',
  'Influencer',
  'Journalist',
  'Line Producer',
  'Location Manager',
  'Makeup Artist',
  'Model',
  'Musician',
  'Photographer',
  'Producer',
  'Production Designer',
  'Production Manager',
  'Publicist',
  'Screenwriter',
  'Script Supervisor',
  'Set Decorator',
  'Singer',
  'Sound Designer',
  'Sound Mixer',
  'Stunt Performer',
  'Talent Agent',
  'Talent Manager',
  'VFX Artist',
  'Voice Actor',
];

const COMPANY = [
  'Advertising Agency',
  'Animation Studio',
  'Casting Agency',
  'Cinema',
  'Equipment Rental',
  'Film Commission',
  'Film Distributor',
  'Film School',
  'Film Studio',
  'Financing',
  'Law Firm',
  'Location Rental',
  'Marketing Agency',
  'Music Label',
  'Post-Production House',
  'Production Company',
  'Public Relations Agency',
  'Sales Agency',
  'Sound Studio',
  'Streaming Service',
  'Talent Agency',
  'Television Network',
  'Union or Guild',
  'VFX Studio',
];

/** All talents, by name. */
export const TALENTS: readonly Talent[] = [
  ...INDIVIDUAL.map((name) => ({ name, individual: true, company: false })),
  ...COMPANY.map((name) => ({ name, individual: false, company: true })),
  ...DIRECTOR_TALENTS.map((name) => ({ name, individual: true, company: true })),
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The talents that an account of this type may choose. */
export function talentsFor(type: 'INDIVIDUAL' | 'COMPANY'): string[] {
  return TALENTS.filter((talent) => (type === 'COMPANY' ? talent.company : talent.individual)).map(({ name }) => name);
}

/** True when one of the talents makes its holder an organization director. */
export function hasDirectorTalent(talents: readonly string[]): boolean {
  return DIRECTOR_TALENTS.some((talent) => talents.includes(talent));
}
