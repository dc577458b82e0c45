import { isId } from '@marquee/data/ids';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { z } from 'zod';

/** The ids of users whom staff selected, each once however often it is sent: the number that they confirmed is of people. */
export function selectedUsers({ most, nobody, tooMany }: { most: number; nobody: string; tooMany: string }) {
  return z
    .array(z.string().refine(isId, BACK_OFFICE_MESSAGES.userNotFound))
    .min(1, nobody)
    .max(most, tooMany)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);
}
