import { z } from 'zod';
import { FILM_LIMITS } from './film.ts';
import { oneLine } from './plain-text.ts';

const crewName = (missing: string) =>
  oneLine().min(1, missing).max(FILM_LIMITS.crewNameLengthMax, 'A name has at most 45 characters.');

/** A line of the credits [FLM-05, ENT-05]. */
export const addCrewSchema = z.object({
  credit: oneLine()
    .min(1, 'Please add a credit, such as Directed by.')
    .max(FILM_LIMITS.creditLengthMax, 'A credit has at most 60 characters.'),
  firstName: crewName('Please add a first name.'),
  lastName: crewName('Please add a last name.'),
  role: oneLine().max(FILM_LIMITS.roleLengthMax, 'A role has at most 60 characters.').default(''),
  personId: z.union([z.literal(''), z.uuid('Please select a person.')]).default(''),
});

export const inviteCrewSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Please enter an email address.')
    .max(FILM_LIMITS.emailLengthMax, 'Please enter a valid email address.')
    .pipe(z.email('Please enter a valid email address.')),
});
