import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import {
  type CallCategoryFields,
  type CallQuestionFields,
  callFields,
  callRules,
  SUBMISSION_LIMITS,
  SUBMISSION_MESSAGES,
} from '@marquee/rules/submissions';
import { invalid } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import * as categories from './call-categories.ts';
import {
  callCancelled,
  callEditConflict,
  callNotFound,
  categoryUsed,
  noSubmissions,
  tooManyCalls,
} from './call-errors.ts';
import { callChanged } from './call-events.ts';
import { lockOwnCall } from './call-rights.ts';
import * as calls from './calls.ts';
import { takesSubmissions } from './takes-submissions.ts';

export const saveCallSchema = callRules(
  callFields.extend({ festivalId: z.string(), callId: z.string(), expectedVersion: z.bigint() }),
);
type SaveCall = z.output<typeof saveCallSchema>;

/** Makes a call as a draft, or changes one. Submissions keep what they were paid for [FES-09]. */
export async function saveCall(
  write: FestivalWrite,
  viewer: AccountViewer,
  { callId, ...input }: SaveCall,
): Promise<calls.ShownCall> {
  const { tx, emit } = write;
  const id = callId === '' ? await createCall(write, viewer, input) : await changeCall(write, viewer, callId, input);
  const saved = await calls.get(tx, id);
  await emit(callChanged(saved));
  return saved;
}

type Fields = Omit<SaveCall, 'callId'>;

async function createCall({ tx, clock }: FestivalWrite, viewer: AccountViewer, fields: Fields): Promise<string> {
  const { festivalId } = fields;
  const organization = await organizations.lock(tx, festivalId);
  await requireStanding(tx, viewer, organization, 'MANAGER');
  if (!takesSubmissions(organization.type)) throw noSubmissions();
  if ((await calls.countOf(tx, festivalId)) >= SUBMISSION_LIMITS.callsPerFestivalMax) throw tooManyCalls();
  const id = newId();
  const made = { id, festivalId, createdBy: viewer.accountId, createdAt: clock.now() };
  await calls.insert(tx, { ...made, state: 'DRAFT', ...rowOf(fields, []) });
  await keepCategories(tx, id, [], fields.categories);
  return id;
}

async function changeCall(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  callId: string,
  fields: Fields,
): Promise<string> {
  const call = await lockOwnCall(tx, viewer, callId);
  if (call.festivalId !== fields.festivalId) throw callNotFound();
  if (call.state === 'CANCELLED') throw callCancelled();
  const { expectedVersion } = fields;
  if (expectedVersion !== 0n && expectedVersion !== call.version) throw callEditConflict(call.version);
  await keepCategories(tx, call.id, call.categories, fields.categories);
  await calls.update(tx, call.id, { ...rowOf(fields, call.questions), updatedAt: clock.now() });
  return call.id;
}

/** The columns of a call. A question that was not there before gets an id of its own. */
const rowOf = (
  { title, description, projectTypes, minutesMax, countries, timeZone, ...more }: Fields,
  before: readonly CallQuestionFields[],
) => ({
  ...{ title, description, projectTypes, minutesMax, countries, timeZone },
  earlyEndsAt: more.earlyEndsAt ?? null,
  regularEndsAt: more.regularEndsAt,
  lateEndsAt: more.lateEndsAt ?? null,
  questions: more.questions.map((question) => ({
    ...question,
    id: before.find(({ id }) => id === question.id)?.id ?? newId(),
  })),
});

/** The categories as they are given, in their order. One that films were submitted to stays. */
async function keepCategories(
  tx: Tx,
  callId: string,
  before: readonly categories.CallCategory[],
  given: readonly CallCategoryFields[],
): Promise<void> {
  const known = new Set(before.map(({ id }) => id));
  if (given.some(({ id }) => id !== '' && !known.has(id)))
    throw invalid([{ field: 'categories', message: SUBMISSION_MESSAGES.category }]);
  const kept = new Set(given.map(({ id }) => id));
  const removed = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if ((await categories.usedAmong(tx, removed)).length > 0) throw categoryUsed();
  await categories.remove(tx, removed);
  for (const [position, { id, studentFee = null, ...fields }] of given.entries()) {
    const row = { ...fields, id: id || newId(), callId, position, studentFee };
    await (id === '' ? categories.insert(tx, row) : categories.update(tx, row));
  }
}
