import { z } from 'zod';
import { oneLine } from './plain-text.ts';

/** Lengths in characters, numbers in entries. */
export const CREW_LIMITS = {
  creditLengthMax: 60,
  roleLengthMax: 60,
  crewNameLengthMax: 45,
  crewMax: 500,
  invitationsPerFilmADayMax: 100,
  invitationsPerInviterADayMax: 100,
  /** By one inviter, over all their films. */
  invitationsPerPairADayMax: 2,
  invitationsPerRecipientADayMax: 10,
  daysBetweenInvitations: 7,
  daysAfterDecline: 30,
  asksPerPersonMax: 10,
  emailLengthMax: 254,
} as const;

const crewName = (missing: string) =>
  oneLine().min(1, missing).max(CREW_LIMITS.crewNameLengthMax, 'A name has at most 45 characters.');

/** A line of the credits [FLM-05, ENT-05]. */
export const addCrewSchema = z.object({
  credit: oneLine()
    .min(1, 'Please add a credit, such as Directed by.')
    .max(CREW_LIMITS.creditLengthMax, 'A credit has at most 60 characters.'),
  firstName: crewName('Please add a first name.'),
  lastName: crewName('Please add a last name.'),
  role: oneLine().max(CREW_LIMITS.roleLengthMax, 'A role has at most 60 characters.').default(''),
  personId: z.union([z.literal(''), z.uuid('Please select a person.')]).default(''),
});

export const inviteCrewSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Please enter an email address.')
    .max(CREW_LIMITS.emailLengthMax, 'Please enter a valid email address.')
    .pipe(z.email('Please enter a valid email address.')),
});
