import { newId } from '@marquee/data/ids';
import { rubricSchema } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { lockOwnCall } from '../calls/call-rights.ts';
import * as calls from '../calls/calls.ts';
import type { FestivalWrite } from '../resources.ts';
import * as criteria from './criteria.ts';
import type { Rubric } from './get-judging.ts';
import { criterionScored, criterionUnknown, scaleScored } from './judging-errors.ts';

export const saveRubricSchema = rubricSchema.extend({ callId: z.string() });

/** Says by what is judged. What was scored keeps its criteria and its scale [FES-09]. */
export async function saveRubric(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { callId, scale: rubricScale, criteria: given, blind, notesAudience }: z.output<typeof saveRubricSchema>,
): Promise<Rubric> {
  const call = await lockOwnCall(tx, viewer, callId);
  const before = await criteria.listOf(tx, call.id);
  const known = new Set(before.map(({ id }) => id));
  if (given.some(({ id }) => id !== '' && !known.has(id))) throw criterionUnknown();
  const kept = new Set(given.map(({ id }) => id));
  const removed = before.map(({ id }) => id).filter((id) => !kept.has(id));
  const scored = await criteria.scoredOf(tx, call.id);
  if (scored.some((id) => removed.includes(id))) throw criterionScored();
  if (scored.length > 0 && rubricScale !== call.rubricScale) throw scaleScored();
  await criteria.remove(tx, removed);
  for (const [position, { id, name, weight }] of given.entries()) {
    const row = { id: id || newId(), callId: call.id, name, weight, position };
    await (id === '' ? criteria.insert(tx, row) : criteria.update(tx, row));
  }
  await calls.update(tx, call.id, { rubricScale, blind, notesAudience, updatedAt: clock.now() });
  return { call: await calls.get(tx, call.id), criteria: await criteria.listOf(tx, call.id) };
}
