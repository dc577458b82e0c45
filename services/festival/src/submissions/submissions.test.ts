import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ScreenerChangedSchema, SubmissionChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { CallState, DeadlineKind } from '@marquee/contracts/festival/v1/calls_pb';
import { OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { SubmissionState } from '@marquee/contracts/festival/v1/submissions_pb';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { SUBMISSION_LIMITS } from '@marquee/rules/submissions';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { callScene, EARLY_FEE, LATE_FEE, REGULAR_FEE } from '../testing/call-scene.ts';
import { soundFestival } from '../testing/sound-festival.ts';
import { card } from '../testing/ticket-scene.ts';

const SECRET = 'webhook-secret-of-the-test';
const SLOW = '000123456789';

const { festival } = await soundFestival({ PAYMENT_WEBHOOK_SECRET: SECRET });
const scene = callScene(festival);

async function booked(orderId: string): Promise<Record<string, bigint>> {
  const rows = await festival.db.query<{ kind: string; amount: bigint }>(
    `SELECT a.kind, sum(e.amount)::bigint AS amount FROM ledger_entries e
     JOIN ledger_transfers t ON t.id = e.transfer_id JOIN ledger_accounts a ON a.id = e.account_id
     WHERE t.subject_id = $1 AND t.state = 'POSTED' GROUP BY a.kind`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}
const stateOf = async (id: string) => {
  const [row] = await festival.db.query<{ state: string; order: string | null }>(
    'SELECT s.state, o.state AS order FROM submissions s LEFT JOIN orders o ON o.id = s.id WHERE s.id = $1',
    [id],
  );
  return row;
};

describe('calls', () => {
  test('a call is a draft that only its team sees, then open, then closed by the clock to the millisecond [FES-09:deadlines]', async () => {
    const { id: festivalId, director } = await festival.organization();
    const { id: callId } = await scene.draft(director, festivalId);
    await expect(festival.visitor().calls.getCall({ callId })).rejects.toMatchObject({ reason: 'CALL_NOT_FOUND' });
    expect((await festival.visitor().calls.listCalls({ festivalId })).calls).toEqual([]);
    expect((await director.calls.getCall({ callId })).call?.state).toBe(CallState.DRAFT);

    await director.calls.openCall({ requestId: newId(), callId });
    const shown = async () => (await festival.visitor().calls.getCall({ callId })).call;
    expect(await shown()).toMatchObject({ state: CallState.OPEN, deadline: DeadlineKind.EARLY });
    const at = (await shown())?.closesAt;
    const end = Number(at?.seconds) * 1_000 + Number(at?.nanos) / 1e6;
    festival.clock.advance(end - festival.clock.now().getTime() - 1);
    expect(await shown()).toMatchObject({ state: CallState.OPEN, deadline: DeadlineKind.LATE });
    const maker = festival.viewer();
    const opened = { callId, fiction: (await shown())?.categories[0]?.id ?? '', question: '' };
    const quote = { callId, categoryId: opened.fiction, student: false, waiverCode: '' };
    expect(await maker.submissions.quoteSubmission(quote)).toMatchObject({ price: LATE_FEE });
    festival.clock.advance(1);
    expect(await shown()).toMatchObject({ state: CallState.CLOSED, deadline: DeadlineKind.UNSPECIFIED });
    await expect(maker.submissions.quoteSubmission(quote)).rejects.toMatchObject({ reason: 'CALL_CLOSED' });
  });

  test('a media club makes no call, and somebody without a role changes none [FES-06:submissions]', async () => {
    const club = await festival.organization(viewers.director(), { type: OrganizationType.MEDIA_CLUB });
    await expect(scene.draft(club.director, club.id)).rejects.toMatchObject({ reason: 'NO_SUBMISSIONS' });
    expect(await club.director.calls.listFestivalCalls({ festivalId: club.id })).toMatchObject({
      takesSubmissions: false,
    });
    const { festivalId, callId } = await scene.openCall();
    const stranger = festival.director();
    const refused = { reason: 'ORGANIZATION_NOT_YOURS' };
    await expect(stranger.calls.listFestivalCalls({ festivalId })).rejects.toMatchObject(refused);
    await expect(stranger.calls.cancelCall({ requestId: newId(), callId })).rejects.toMatchObject(refused);
    await expect(stranger.calls.listWaivers({ callId })).rejects.toMatchObject(refused);
  });

  test('an edit of an open call changes nothing of what was submitted, and keeps its category [FES-09:edits]', async () => {
    const opened = await scene.openCall();
    const { director, festivalId, callId, call } = opened;
    const { submissionId, maker } = await scene.submitted(opened);
    const edit = (categories: object[]) =>
      director.calls.saveCall({
        ...{ requestId: newId(), festivalId, callId, ...scene.fields(), categories: categories as never },
        questions: [{ id: call.questions[0]?.id ?? '', text: 'Where was it shown?', required: true }],
      });
    const [fiction, documentary] = call.categories;
    await expect(edit([documentary ?? {}])).rejects.toMatchObject({ fields: [{ field: 'categories' }] });
    await edit([{ ...fiction, earlyFee: 9_999n }]);
    const { submission } = await maker.submissions.getSubmission({ submissionId });
    expect(submission).toMatchObject({
      amount: EARLY_FEE,
      answers: [{ question: 'Is it a premiere?', answer: 'Yes' }],
    });
    const quote = { callId, categoryId: opened.fiction, student: false, waiverCode: '' };
    expect(await festival.viewer().submissions.quoteSubmission(quote)).toMatchObject({ price: 9_999n });
  });
});

describe('submitting', () => {
  test('a film that is not published is submitted, and every cent of its fee is in the books [FES-09:paid]', async () => {
    const opened = await scene.openCall();
    const { maker, submissionId, submission, filmId } = await scene.submitted(opened);
    expect(submission).toMatchObject({
      ...{ state: OrderState.FULFILLED, step: PaymentStep.NONE, amount: EARLY_FEE, filmTitle: 'Salt' },
      ...{ submissionState: SubmissionState.SUBMITTED, categoryName: 'Fiction', withdrawable: true },
    });
    expect(await booked(submissionId)).toEqual({
      ...{ PROVIDER: -EARLY_FEE, UNDELIVERED: 0n, PLATFORM_FEE: 200n, EARNINGS: 800n },
    });
    const { submissions } = await maker.submissions.listOwnSubmissions({});
    expect(submissions).toMatchObject([{ id: submissionId, filmId, festivalName: 'Lumen Film Festival' }]);
    const events = (await festival.published(SubmissionChangedSchema)).filter((e) => e.submissionId === submissionId);
    expect(events.at(-1)).toMatchObject({ state: 'SUBMITTED', makerId: maker.viewer.accountId });
    await expect(scene.open(maker, opened, { filmId })).rejects.toMatchObject({ reason: 'FILM_TWICE' });
    const other = await scene.submitted({ ...opened, fiction: opened.documentary }, { maker, filmId });
    expect(other.submission?.submissionState).toBe(SubmissionState.SUBMITTED);
  });

  test('the submissions of one film are listed by pages, for who made them alone [STU-03:submissions]', async () => {
    const opened = await scene.openCall();
    const { maker, submissionId, filmId } = await scene.submitted(opened);
    const other = { ...opened, fiction: opened.documentary };
    const second = await scene.submitted(other, { maker, filmId });
    await scene.submitted(opened, { maker });
    const own = (more: object = {}) => maker.submissions.listOwnSubmissions({ filmId, ...more });
    const idsOf = ({ submissions }: Awaited<ReturnType<typeof own>>) => submissions.map(({ id }) => id);
    expect(idsOf(await own()).sort()).toEqual([submissionId, second.submissionId].sort());
    const first = await own({ pageSize: 1 });
    const rest = await own({ pageSize: 1, cursor: first.nextCursor });
    expect([...idsOf(first), ...idsOf(rest)].sort()).toEqual([submissionId, second.submissionId].sort());
    expect(rest.nextCursor).toBe('');
    // A cursor is of its list.
    await expect(own({ filmId: '', cursor: first.nextCursor })).rejects.toMatchObject({ code: Code.InvalidArgument });
    expect(idsOf(await own({ filmId: '' }))).toHaveLength(3);
    expect(idsOf(await own({ filmId: 'x' }))).toEqual([]);
    expect(idsOf(await festival.viewer().submissions.listOwnSubmissions({ filmId }))).toEqual([]);
  });

  test('a double click and a lost answer are one submission; a second tab takes the place of the first [FES-09:once]', async () => {
    const opened = await scene.openCall();
    const maker = festival.viewer();
    const filmId = scene.filmOf(maker);
    const submissionId = newId();
    const first = await Promise.all(
      Array.from({ length: 20 }, () => scene.open(maker, opened, { filmId, submissionId })),
    );
    expect(first.map(({ submission }) => submission?.id)).toEqual(Array(20).fill(submissionId));
    expect(await stateOf(submissionId)).toMatchObject({ state: 'HELD' });
    const second = (await scene.open(maker, opened, { filmId })).submission?.id ?? '';
    expect(await stateOf(submissionId)).toMatchObject({ state: 'RELEASED' });
    await maker.submissions.confirmTestSubmissionPayment({ submissionId: second, ...card() });
    expect(await stateOf(second)).toEqual({ state: 'SUBMITTED', order: 'FULFILLED' });
    await expect(scene.open(maker, opened, { filmId, submissionId: second, price: 1n })).rejects.toMatchObject({
      reason: 'ORDER_ID_REUSED',
    });
    const thief = festival.viewer();
    await expect(scene.open(thief, opened, { filmId, submissionId: second })).rejects.toMatchObject({
      reason: 'SUBMISSION_NOT_FOUND',
    });
  });

  test('a call takes only what it says, from the maker alone, with every answer that it needs [FES-09:rules]', async () => {
    const opened = await scene.openCall({ projectTypes: ['SHORT'], minutesMax: 20, countries: ['PT'] });
    const maker = festival.viewer();
    const short = { projectType: 'SHORT', runningTime: 1_200 };
    const refusal = (filmMore: object, more: object = {}) =>
      scene.open(maker, opened, { filmId: scene.filmOf(maker, { ...short, ...filmMore }), ...more }).then(
        () => 'taken',
        (error: { fields?: { field: string }[]; reason: string }) => error.fields?.[0]?.field ?? error.reason,
      );
    expect(await refusal({ projectType: 'FEATURE' })).toBe('filmId');
    expect(await refusal({ runningTime: 1_201 })).toBe('filmId');
    expect(await refusal({ country: 'ES' })).toBe('filmId');
    expect(await refusal({ makerId: newId() })).toBe('FILM_NOT_YOURS');
    expect(await refusal({}, { answers: [] })).toBe('answers.0.answer');
    expect(await refusal({}, { price: REGULAR_FEE })).toBe('PRICE_CHANGED');
    expect(await refusal({}, { categoryId: newId() })).toBe('CATEGORY_NOT_FOUND');
    expect(await refusal({})).toBe('taken');
    expect(await refusal({}, { student: true, price: 500n })).toBe('taken');
  });

  test('a waiver that three may use is used by three of two hundred who press at once [FES-09:waivers]', async () => {
    const opened = await scene.openCall();
    await scene.waiver(opened);
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, async () => {
        const maker = festival.viewer();
        const filmId = scene.filmOf(maker);
        return scene.open(maker, opened, { filmId, waiverCode: 'alumni26', price: 0n });
      }),
    );
    const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.submission] : []));
    expect(taken.map((one) => one?.submissionState)).toEqual([3, 3, 3]);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'WAIVER_USED_UP' });
    }
    expect((await opened.director.calls.listWaivers({ callId: opened.callId })).waivers).toMatchObject([{ uses: 3 }]);
  }, 60_000);

  test('a part waiver of somebody who does not pay is for others again once the hold is over [FES-09:waivers]', async () => {
    const opened = await scene.openCall();
    const waiver = await scene.waiver(opened, { percent: 50, usesMax: 1 });
    const maker = festival.viewer();
    const filmId = scene.filmOf(maker);
    const half = { filmId, waiverCode: 'ALUMNI26', price: EARLY_FEE / 2n };
    const { submission } = await scene.open(maker, opened, half);
    const other = { ...half, filmId: scene.filmOf(maker) };
    await expect(scene.open(maker, opened, other)).rejects.toMatchObject({ reason: 'WAIVER_USED_UP' });
    festival.clock.advance(31 * 60_000);
    await eventually(async () => (await stateOf(submission?.id ?? ''))?.state === 'RELEASED');
    expect((await scene.open(maker, opened, other)).submission).toMatchObject({ amount: EARLY_FEE / 2n });
    const named = { requestId: newId(), waiverId: waiver?.id ?? '', withdrawn: true };
    await opened.director.calls.setWaiverWithdrawn(named);
    await expect(scene.open(maker, opened, { ...half, filmId: scene.filmOf(maker) })).rejects.toMatchObject({
      fields: [{ field: 'waiverCode' }],
    });
  });

  test('what is chosen is of the call, while it is open and shown [FES-09:rules]', async () => {
    const opened = await scene.openCall({
      categories: [{ id: '', name: 'Fiction', earlyFee: EARLY_FEE, regularFee: REGULAR_FEE, lateFee: LATE_FEE }],
    });
    const { director, festivalId, callId, fiction } = opened;
    await scene.waiver(opened, { usesMax: 1 });
    const maker = festival.viewer();
    const filmId = scene.filmOf(maker);
    const chosen = { callId, categoryId: fiction, student: false, waiverCode: '' };
    const quote = (more: object) => maker.submissions.quoteSubmission({ ...chosen, ...more });
    await expect(quote({ student: true })).rejects.toMatchObject({ fields: [{ field: 'student' }] });
    await expect(quote({ waiverCode: 'OTHER-26' })).rejects.toMatchObject({ fields: [{ field: 'waiverCode' }] });
    expect(await quote({ waiverCode: 'ALUMNI26' })).toMatchObject({ fee: EARLY_FEE, price: 0n });
    await expect(scene.open(maker, opened, { filmId: newId() })).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });

    const free = await scene.submitted(opened, { maker, filmId, waiverCode: 'ALUMNI26', price: 0n });
    expect(free.submission).toMatchObject({ submissionState: SubmissionState.SUBMITTED, state: OrderState.FULFILLED });
    const { submissionId } = free;
    expect((await maker.submissions.getSubmission({ submissionId })).submission).toMatchObject({ amount: 0n });
    const events = (await festival.published(SubmissionChangedSchema)).filter((e) => e.submissionId === submissionId);
    expect(events).toMatchObject([{ state: 'SUBMITTED', makerId: maker.viewer.accountId }]);
    await expect(quote({ waiverCode: 'ALUMNI26' })).rejects.toMatchObject({ reason: 'WAIVER_USED_UP' });

    const another = () => scene.open(maker, opened, { filmId: scene.filmOf(maker) });
    const status = (now: string) =>
      festival.db.query('UPDATE organizations SET status = $2 WHERE id = $1', [festivalId, now]);
    await status('INACTIVE');
    await expect(another()).rejects.toMatchObject({ reason: 'CALL_NOT_FOUND' });
    await status('ACTIVE');
    await director.calls.cancelCall({ requestId: newId(), callId });
    await expect(quote({})).rejects.toMatchObject({ reason: 'CALL_NOT_OPEN' });
    await expect(another()).rejects.toMatchObject({ reason: 'CALL_NOT_OPEN' });
  });

  test('an id of a submission stands for one choice, and one that has ended is not taken up again [FES-09:once]', async () => {
    const opened = await scene.openCall();
    const other = await scene.openCall();
    const maker = festival.viewer();
    const filmId = scene.filmOf(maker);
    const submissionId = newId();
    const again = (more: object = {}, call = opened) =>
      scene.open(maker, call, { filmId, submissionId, categoryId: opened.fiction, ...more });
    const { submission } = await again();
    expect(submission).toMatchObject({ submissionState: SubmissionState.HELD, withdrawable: true });
    await expect(again({}, other)).rejects.toMatchObject({ reason: 'SUBMISSION_NOT_FOUND' });
    await expect(again({ filmId: scene.filmOf(maker) })).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
    await expect(again({ categoryId: opened.documentary })).rejects.toMatchObject({ reason: 'SUBMISSION_NOT_FOUND' });
    // Another maker of the film, as it was handed on: what is held stays with who held it.
    const heir = festival.viewer();
    festival.film({ id: filmId, makerId: heir.viewer.accountId });
    await expect(scene.open(heir, opened, { filmId })).rejects.toMatchObject({ reason: 'FILM_TWICE' });
    await maker.submissions.withdrawSubmission({ requestId: newId(), submissionId });
    await expect(again()).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
    const ended = (await maker.submissions.getSubmission({ submissionId })).submission;
    expect(ended).toMatchObject({ submissionState: SubmissionState.RELEASED, withdrawable: false });
    await maker.submissions.withdrawSubmission({ requestId: newId(), submissionId });
    const stranger = festival.viewer();
    await expect(stranger.submissions.getSubmission({ submissionId })).rejects.toMatchObject({
      reason: 'SUBMISSION_NOT_FOUND',
    });
  });

  test('a call takes 5,000 films', async () => {
    const opened = await scene.openCall();
    await festival.db.query(
      `INSERT INTO submissions (id, call_id, category_id, film_id, state, deadline, student, fee, amount, cover_letter,
         answers, created_at, held_until)
       SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'SUBMITTED', 'EARLY', false, 0, 0, '', '[]', now(), now()
       FROM generate_series(1, $3)`,
      [opened.callId, opened.fiction, SUBMISSION_LIMITS.perCallMax - 1],
    );
    const maker = festival.viewer();
    await scene.open(maker, opened, { filmId: scene.filmOf(maker) });
    await expect(scene.open(maker, opened, { filmId: scene.filmOf(maker) })).rejects.toMatchObject({
      reason: 'CALL_FULL',
    });
  });
});

describe('money that comes after the hold', () => {
  /** A slow payment for a place of a part waiver, whose hold is over before the money is there. */
  async function late(
    meanwhile: (opened: Awaited<ReturnType<typeof scene.openCall>>, filmId: string) => Promise<unknown>,
  ) {
    const opened = await scene.openCall();
    await scene.waiver(opened, { percent: 50, usesMax: 1 });
    const maker = festival.viewer();
    const half = { waiverCode: 'ALUMNI26', price: EARLY_FEE / 2n };
    const { submissionId, filmId, submission } = await scene.submitted(opened, { maker, number: SLOW, ...half });
    expect(submission).toMatchObject({ state: OrderState.PAYING, step: PaymentStep.WAIT });
    await festival.db.query("UPDATE test_payments SET due_at = due_at + interval '1 hour' WHERE order_id = $1", [
      submissionId,
    ]);
    // What is being paid keeps its place against a second tab.
    await expect(scene.open(maker, opened, { filmId })).rejects.toMatchObject({ reason: 'FILM_TWICE' });
    festival.clock.advance(31 * 60_000);
    await eventually(async () => (await stateOf(submissionId))?.state === 'RELEASED');
    await meanwhile(opened, filmId);
    festival.clock.advance(60 * 60_000);
    await eventually(
      async () => ['FULFILLED', 'REFUNDED'].includes((await stateOf(submissionId))?.order ?? ''),
      20_000,
    );
    const { waivers } = await opened.director.calls.listWaivers({ callId: opened.callId });
    return { ...(await stateOf(submissionId)), uses: waivers[0]?.uses, filmId, maker, opened };
  }

  test('takes the place again, with its waiver', async () => {
    expect(await late(async () => {})).toMatchObject({ state: 'SUBMITTED', order: 'FULFILLED', uses: 1 });
  }, 40_000);

  test('goes back where somebody else has used the waiver, or the film is in the category by then', async () => {
    const used = await late((opened) => scene.submitted(opened, { waiverCode: 'ALUMNI26', price: EARLY_FEE / 2n }));
    expect(used).toMatchObject({ state: 'RELEASED', order: 'REFUNDED', uses: 1 });
    const twice = await late(async (opened, filmId) => {
      const maker = festival.viewer();
      festival.film({ id: filmId, makerId: maker.viewer.accountId });
      await scene.submitted(opened, { maker, filmId });
    });
    expect(twice).toMatchObject({ state: 'RELEASED', order: 'REFUNDED', uses: 0 });
  }, 80_000);
});

type Submitted = Awaited<ReturnType<ReturnType<typeof callScene>['submitted']>>;

describe('ending', () => {
  test('a maker withdraws before the decision, and the fee stays with the festival [FES-09:withdrawn]', async () => {
    const opened = await scene.openCall();
    const { maker, submissionId, filmId } = await scene.submitted(opened);
    const stranger = festival.viewer();
    await expect(stranger.submissions.withdrawSubmission({ requestId: newId(), submissionId })).rejects.toMatchObject({
      reason: 'SUBMISSION_NOT_FOUND',
    });
    const { submission } = await maker.submissions.withdrawSubmission({ requestId: newId(), submissionId });
    expect(submission).toMatchObject({ submissionState: SubmissionState.WITHDRAWN, withdrawable: false });
    expect(await stateOf(submissionId)).toEqual({ state: 'WITHDRAWN', order: 'FULFILLED' });
    await expect(maker.submissions.withdrawSubmission({ requestId: newId(), submissionId })).rejects.toMatchObject({
      reason: 'NOT_WITHDRAWABLE',
    });
    // It can be submitted again.
    const again = await scene.open(maker, opened, { filmId });
    expect(again.submission?.submissionState).toBe(SubmissionState.HELD);
    await maker.submissions.withdrawSubmission({ requestId: newId(), submissionId: again.submission?.id ?? '' });
    expect(await stateOf(again.submission?.id ?? '')).toEqual({ state: 'RELEASED', order: 'CANCELLED' });
  });

  test('a submission stands when a part of its fee goes back at the provider, and ends with the last of it', async () => {
    const { maker, submissionId } = await scene.submitted(await scene.openCall());
    const payBack = async (refunded: bigint) => {
      const text = 'UPDATE test_payments SET refunded = $2 WHERE order_id = $1';
      await festival.db.query(text, [submissionId, refunded]);
      return (await maker.submissions.getSubmission({ submissionId })).submission;
    };
    expect(await payBack(400n)).toMatchObject({ submissionState: SubmissionState.SUBMITTED, withdrawable: true });
    expect(await stateOf(submissionId)).toEqual({ state: 'SUBMITTED', order: 'FULFILLED' });
    expect(await payBack(EARLY_FEE)).toMatchObject({ submissionState: SubmissionState.REFUNDED, fulfilled: true });
  });

  test('a call that is cancelled pays every fee back, also one whose payment comes later [FES-09:cancelled]', async () => {
    const opened = await scene.openCall();
    await scene.waiver(opened);
    const paid = await scene.submitted(opened);
    const free = await scene.submitted(opened, { waiverCode: 'ALUMNI26', price: 0n });
    const slow = await scene.submitted(opened, { number: SLOW });
    await opened.director.calls.cancelCall({ requestId: newId(), callId: opened.callId });
    await eventually(async () => {
      expect(await stateOf(paid.submissionId)).toEqual({ state: 'CANCELLED', order: 'REFUNDED' });
      expect(await stateOf(free.submissionId)).toEqual({ state: 'CANCELLED', order: null });
    }, 20_000);
    festival.clock.advance(10_000);
    await eventually(async () => (await stateOf(slow.submissionId))?.order === 'REFUNDED', 20_000);
    expect((await stateOf(slow.submissionId))?.state).toBe('RELEASED');
    expect(await booked(paid.submissionId)).toEqual({ PROVIDER: 0n, UNDELIVERED: 0n, PLATFORM_FEE: 0n, EARNINGS: 0n });
    await expect(scene.open(festival.viewer(), opened, { filmId: newId() })).rejects.toBeDefined();
  }, 60_000);

  test('however a submission ends, its film is watched no longer [FES-09:screener]', async () => {
    const opened = await scene.openCall();
    const { director, callId } = opened;
    await scene.waiver(opened, { usesMax: 9 });
    const endings = {
      WITHDRAWN: ({ maker, submissionId }: Submitted) =>
        maker.submissions.withdrawSubmission({ requestId: newId(), submissionId }),
      DISQUALIFIED: ({ submissionId }: Submitted) =>
        director.submissionDesk.disqualifySubmission({ requestId: newId(), submissionId, refund: false }),
      REFUNDED: async ({ maker, submissionId }: Submitted) => {
        const text = 'UPDATE test_payments SET refunded = $2 WHERE order_id = $1';
        await festival.db.query(text, [submissionId, EARLY_FEE]);
        await maker.submissions.getSubmission({ submissionId });
      },
      CANCELLED: () => director.calls.cancelCall({ requestId: newId(), callId }),
    };
    for (const [state, end] of Object.entries(endings)) {
      const one = await scene.submitted(opened);
      const { submissionId } = one;
      await director.judge.openScreening({ requestId: newId(), submissionId });
      await end(one);
      await eventually(async () => (await stateOf(submissionId))?.state === state);
      const shown = (await festival.published(ScreenerChangedSchema)).filter((e) => e.submissionId === submissionId);
      const ends = shown.map(({ endsAt }) => endsAt && timestampDate(endsAt) > festival.clock.now());
      expect([state, ends]).toEqual([state, [true, false]]);
      const events = (await festival.published(SubmissionChangedSchema)).filter((e) => e.submissionId === submissionId);
      expect(events.map((event) => event.state)).toContain(state);
    }
  }, 40_000);

  test.each([
    ['4000000000000259', SubmissionState.REFUNDED],
    ['4000000000002685', SubmissionState.SUBMITTED],
  ])(
    'a fee that the maker’s bank disputes ends the submission unless the bank gives it back: %s',
    async (number, state) => {
      const { maker, submissionId } = await scene.submitted(await scene.openCall(), { number });
      const submission = async () =>
        (await maker.submissions.getSubmission({ submissionId })).submission?.submissionState;
      expect(await submission()).toBe(SubmissionState.REFUNDED);
      festival.clock.advance(10_000);
      await eventually(async () => (await submission()) === state);
    },
  );
});
