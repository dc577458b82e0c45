import { PREMIERE_LIMITS, PREMIERE_MESSAGES, REACTIONS } from '@marquee/rules/premieres';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import { accessRefused } from '../watch/watch-errors.ts';
import { admissionOf, attendSchema } from './attend-premiere.ts';

export const reactSchema = attendSchema.extend({ kind: z.enum(REACTIONS, PREMIERE_MESSAGES.reaction) });

const LIMIT = { points: PREMIERE_LIMITS.reactionsMax, durationS: PREMIERE_LIMITS.reactionsS };

/** Adds a reaction to those that everybody is shown with the next second; bounded for each viewer [WAT-13:premiere]. */
export async function reactToPremiere(
  resources: FilmResources,
  viewer: AccountViewer,
  { kind, ...input }: z.output<typeof reactSchema>,
): Promise<void> {
  const { film, access, isAdmitted } = await admissionOf(resources, viewer, input);
  if (!isAdmitted) throw accessRefused(access);
  await resources.rateLimits.consume('premiere-reaction', viewer.accountId, LIMIT);
  resources.presence.react(film.id, kind);
}
