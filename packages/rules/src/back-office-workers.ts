import { z } from 'zod';
import { oneLine } from './plain-text.ts';

export const WORKER_KEYS_MAX = 50;
export const WORKER_NAME_CHARACTERS_MAX = 60;

/** What staff write of a new worker. */
export const workerKeyFields = z.object({
  name: oneLine()
    .min(1, 'Please give the worker a name.')
    .max(WORKER_NAME_CHARACTERS_MAX, 'A name has at most 60 characters.'),
});
