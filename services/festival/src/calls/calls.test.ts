import { CallChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { CallState } from '@marquee/contracts/festival/v1/calls_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { newId } from '@marquee/data/ids';
import { SUBMISSION_LIMITS } from '@marquee/rules/submissions';
import { callScene, type Director, EARLY_FEE } from '../testing/call-scene.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof callScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: 'webhook-secret-of-the-test' });
  scene = callScene(festival);
});

const of = (callId: string) => ({ requestId: newId(), callId });
const shown = async (who: Pick<Director, 'calls'>, callId: string) => (await who.calls.getCall({ callId })).call;
const changesOf = async (callId: string) =>
  (await festival.published(CallChangedSchema)).filter((event) => event.callId === callId).length;
/** As many copies of a call as are missing to a number of calls of its festival. */
const fillUp = (callId: string, state: string, count: number) =>
  festival.db.query(
    `INSERT INTO calls SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'state', $2::text))).*
     FROM calls c, generate_series(1, $3) WHERE c.id = $1`,
    [callId, state, count],
  );

describe('a draft', () => {
  test('is changed, opened once, and then neither opened nor deleted; each change is published [FES-09:call-states]', async () => {
    const { id: festivalId, director } = await festival.organization();
    const made = await scene.draft(director, festivalId);
    expect(made).toMatchObject({ state: CallState.DRAFT, festivalId, categories: [{ studentFee: 500n }, {}] });
    expect(await changesOf(made.id)).toBe(1);
    const [fiction, documentary] = made.categories;
    const [question] = made.questions;
    const { call } = await director.calls.saveCall({
      ...{ requestId: newId(), festivalId, callId: made.id, ...scene.fields(), title: 'Shorts of next year' },
      // The second comes first and has no fee for students, a third is new, and the first is gone.
      categories: [
        { ...documentary, studentFee: undefined, name: 'Essay' },
        { id: '', name: 'Animation', earlyFee: 100n, regularFee: 200n, lateFee: 300n },
      ] as never,
      questions: [{ id: question?.id ?? '', text: 'Where was it shown?', required: false }],
    });
    expect(call).toMatchObject({ id: made.id, title: 'Shorts of next year', version: made.version + 1n });
    expect(call?.categories).toMatchObject([
      { id: documentary?.id, name: 'Essay', earlyFee: EARLY_FEE },
      { name: 'Animation', earlyFee: 100n },
    ]);
    expect(call?.categories[0]?.studentFee).toBeUndefined();
    expect(call?.categories.map(({ id }) => id)).not.toContain(fiction?.id);
    expect(call?.questions).toMatchObject([{ id: question?.id, text: 'Where was it shown?', required: false }]);
    expect(await changesOf(made.id)).toBe(2);

    await director.calls.openCall(of(made.id));
    expect(await changesOf(made.id)).toBe(3);
    const notDraft = { reason: 'CALL_NOT_DRAFT' };
    await expect(director.calls.openCall(of(made.id))).rejects.toMatchObject(notDraft);
    await expect(director.calls.deleteCall(of(made.id))).rejects.toMatchObject(notDraft);
    expect(await shown(festival.visitor(), made.id)).toMatchObject({ state: CallState.OPEN });
  });

  test('is deleted by who manages it, and cannot be cancelled', async () => {
    const { id: festivalId, director } = await festival.organization();
    const { id } = await scene.draft(director, festivalId);
    await expect(director.calls.cancelCall(of(id))).rejects.toMatchObject({ reason: 'CALL_NOT_OPEN' });
    await expect(festival.director().calls.deleteCall(of(id))).rejects.toMatchObject({
      reason: 'ORGANIZATION_NOT_YOURS',
    });
    await director.calls.deleteCall(of(id));
    await expect(shown(director, id)).rejects.toMatchObject({ reason: 'CALL_NOT_FOUND' });
  });

  test('is not opened after its last deadline, or once its organization takes no submissions', async () => {
    const { id: festivalId, director } = await festival.organization();
    const { id } = await scene.draft(director, festivalId);
    await festival.db.query("UPDATE organizations SET type = 'MEDIA_CLUB' WHERE id = $1", [festivalId]);
    await expect(director.calls.openCall(of(id))).rejects.toMatchObject({ reason: 'NO_SUBMISSIONS' });
    await festival.db.query("UPDATE organizations SET type = 'FILM_FESTIVAL' WHERE id = $1", [festivalId]);
    await festival.db.query(
      'UPDATE calls SET early_ends_at = NULL, late_ends_at = NULL, regular_ends_at = $2 WHERE id = $1',
      [id, festival.clock.now()],
    );
    await expect(director.calls.openCall(of(id))).rejects.toMatchObject({ reason: 'CALL_IN_PAST' });
  });
});

describe('an edit', () => {
  test('is of the version that was read, of this festival and of its own categories', async () => {
    const { festivalId, director, call } = await scene.openCall();
    const other = await scene.openCall();
    const save = (more: object) =>
      director.calls.saveCall({
        ...{ requestId: newId(), festivalId, callId: call.id, ...scene.fields(), categories: call.categories },
        ...more,
      });
    await expect(save({ expectedVersion: call.version + 1n })).rejects.toMatchObject({
      ...{ reason: 'CALL_CHANGED', metadata: { version: String(call.version) } },
    });
    await expect(save({ categories: other.call.categories })).rejects.toMatchObject({
      fields: [{ field: 'categories' }],
    });
    await expect(save({ festivalId: other.festivalId })).rejects.toMatchObject({ reason: 'CALL_NOT_FOUND' });
    await expect(save({ callId: newId() })).rejects.toMatchObject({ reason: 'CALL_NOT_FOUND' });
    const twice = await Promise.allSettled([1, 2, 3, 4].map(() => save({ expectedVersion: call.version })));
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(save({ expectedVersion: 0n })).resolves.toMatchObject({ call: { version: call.version + 2n } });
  });

  test('of a stranger changes nothing, and makes no call or waiver', async () => {
    const opened = await scene.openCall();
    const { festivalId, callId } = opened;
    const waiver = await scene.waiver(opened);
    const { calls } = festival.director();
    const fields = { requestId: newId(), festivalId, ...scene.fields() };
    const withdrawn = { requestId: newId(), waiverId: waiver?.id ?? '', withdrawn: true };
    for (const ask of [
      () => calls.saveCall({ ...fields, callId }),
      () => calls.saveCall({ ...fields, requestId: newId(), callId: '' }),
      () => calls.createWaiver({ ...of(callId), code: 'STRANGER', percent: 100, usesMax: 1 }),
      () => calls.setWaiverWithdrawn(withdrawn),
    ]) {
      await expect(ask()).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
    }
  });
});

test('a call that was cancelled says so for good, and takes no edit and no waiver [FES-09:call-states]', async () => {
  const opened = await scene.openCall();
  const { director, festivalId, callId } = opened;
  const before = await changesOf(callId);
  await director.calls.cancelCall(of(callId));
  expect(await changesOf(callId)).toBe(before + 1);
  const cancelled = { reason: 'CALL_CANCELLED' };
  await expect(director.calls.cancelCall(of(callId))).rejects.toMatchObject(cancelled);
  await expect(
    director.calls.saveCall({ requestId: newId(), festivalId, callId, ...scene.fields() }),
  ).rejects.toMatchObject(cancelled);
  await expect(scene.waiver(opened)).rejects.toMatchObject(cancelled);
  festival.clock.advance(4 * 86_400_000);
  expect(await shown(festival.visitor(), callId)).toMatchObject({ state: CallState.CANCELLED, deadline: 0 });
});

test('a call is seen by its team alone while its organization is not active, and never by its doorkeepers [FES-08:calls]', async () => {
  const { id: festivalId, director } = await festival.organization();
  const { id: draft } = await scene.draft(director, festivalId);
  const { id: open } = await scene.draft(director, festivalId);
  await director.calls.openCall(of(open));
  const manager = await scene.member(director, festivalId, TeamRole.MANAGER);
  const programmer = await scene.member(director, festivalId, TeamRole.PROGRAMMER);
  const doorkeeper = await scene.member(director, festivalId, TeamRole.DOOR);
  const notFound = { reason: 'CALL_NOT_FOUND' };
  expect(await shown(programmer, draft)).toMatchObject({ state: CallState.DRAFT });
  await expect(shown(doorkeeper, draft)).rejects.toMatchObject(notFound);
  expect(await shown(doorkeeper, open)).toMatchObject({ id: open });
  await festival.db.query("UPDATE organizations SET status = 'INACTIVE' WHERE id = $1", [festivalId]);
  await expect(shown(festival.visitor(), open)).rejects.toMatchObject(notFound);
  expect((await festival.visitor().calls.listCalls({ festivalId })).calls).toEqual([]);
  expect(await shown(director, open)).toMatchObject({ id: open });

  const desk = (who: Pick<Director, 'calls'>) => who.calls.listFestivalCalls({ festivalId });
  const all = { takesSubmissions: true, calls: [{ call: { id: open } }, { call: { id: draft } }] };
  for (const who of [director, manager, festival.staff()]) {
    expect(await desk(who)).toMatchObject({ ...all, canManage: true });
  }
  expect(await desk(programmer)).toMatchObject({ ...all, canManage: false });
  await expect(desk(doorkeeper)).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
});

test('a festival has up to 100 calls, of which its page shows 50', async () => {
  const { festivalId, director, callId } = await scene.openCall();
  await fillUp(callId, 'OPEN', SUBMISSION_LIMITS.callsPerFestivalMax - 2);
  await scene.draft(director, festivalId);
  await expect(scene.draft(director, festivalId)).rejects.toMatchObject({ reason: 'TOO_MANY_CALLS' });
  expect((await festival.visitor().calls.listCalls({ festivalId })).calls).toHaveLength(50);
  // One more, as two who press at once could have made it.
  await fillUp(callId, 'OPEN', 1);
  expect((await director.calls.listFestivalCalls({ festivalId })).calls).toHaveLength(100);
});

test('a code of a waiver is one of its call, of 200 at most, and of those who manage it', async () => {
  const opened = await scene.openCall();
  const { director, callId } = opened;
  const waiver = await scene.waiver(opened);
  expect(waiver).toMatchObject({ code: 'ALUMNI26', percent: 100, usesMax: 3, uses: 0, withdrawn: false });
  await expect(scene.waiver(opened)).rejects.toMatchObject({ reason: 'WAIVER_TAKEN' });
  await expect(
    director.calls.setWaiverWithdrawn({ requestId: newId(), waiverId: newId(), withdrawn: true }),
  ).rejects.toMatchObject({ reason: 'WAIVER_NOT_FOUND' });
  await festival.db.query(
    `INSERT INTO waivers (id, call_id, code, percent, uses_max, created_at)
     SELECT gen_random_uuid(), $1, 'CODE-' || n, 50, 1, $3 FROM generate_series(1, $2) n`,
    [callId, SUBMISSION_LIMITS.waiversPerCallMax - 2, festival.clock.now()],
  );
  await scene.waiver(opened, { code: 'THE-LAST' });
  await expect(scene.waiver(opened, { code: 'ONE-MORE' })).rejects.toMatchObject({ reason: 'TOO_MANY_WAIVERS' });
});
