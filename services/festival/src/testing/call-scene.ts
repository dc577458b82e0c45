import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { newId } from '@marquee/data/ids';
import type { FestivalUnderTest } from './festival-service.ts';
import { card, PAYS } from './ticket-scene.ts';

const DAY_MS = 86_400_000;
export const EARLY_FEE = 1_000n;
export const REGULAR_FEE = 2_000n;
export const LATE_FEE = 3_000n;

export type Director = ReturnType<FestivalUnderTest['director']>;
export type Maker = ReturnType<FestivalUnderTest['viewer']>;

/** Calls for submissions and films that are submitted to them, around a festival service. */
export function callScene(festival: FestivalUnderTest) {
  const inDays = (days: number) => timestampFromDate(new Date(festival.clock.now().getTime() + days * DAY_MS));

  /** What a director enters: two categories, an early deadline in 1 day, a regular one in 2, a late one in 3. */
  const fields = (more: object = {}) => ({
    ...{ title: 'Shorts of the year', description: 'Films that are light.', projectTypes: [], minutesMax: 0 },
    ...{ countries: [], timeZone: 'Europe/Lisbon' },
    ...{ earlyEndsAt: inDays(1), regularEndsAt: inDays(2), lateEndsAt: inDays(3) },
    categories: ['Fiction', 'Documentary'].map((name) => ({
      ...{ id: '', name, earlyFee: EARLY_FEE, regularFee: REGULAR_FEE, lateFee: LATE_FEE, studentFee: 500n },
    })),
    questions: [{ id: '', text: 'Is it a premiere?', required: true }],
    ...more,
  });

  async function draft(director: Director, festivalId: string, more: object = {}) {
    const { call } = await director.calls.saveCall({ requestId: newId(), festivalId, callId: '', ...fields(more) });
    if (!call) throw new Error('no call was made');
    return call;
  }

  /** An open call of a new festival. */
  async function openCall(more: object = {}) {
    const { id: festivalId, director } = await festival.organization();
    const { id } = await draft(director, festivalId, more);
    const { call } = await director.calls.openCall({ requestId: newId(), callId: id });
    if (!call) throw new Error('no call was opened');
    const [fiction, documentary] = call.categories.map((category) => category.id) as [string, string];
    return { festivalId, director, call, callId: id, fiction, documentary, question: call.questions[0]?.id ?? '' };
  }
  type Opened = Awaited<ReturnType<typeof openCall>>;

  const filmOf = (maker: Maker, more: object = {}) =>
    festival.film({ makerId: maker.viewer.accountId, filmTitle: 'Salt', visible: false, ...more });

  const open = (maker: Maker, { callId, fiction, question }: Opened, more: object = {}) =>
    maker.submissions.openSubmission({
      ...{ submissionId: newId(), callId, categoryId: fiction, price: EARLY_FEE, coverLetter: 'Dear programmers' },
      answers: [{ questionId: question, answer: 'Yes' }],
      ...more,
    });

  /** A film of a maker that is submitted, with its fee paid. */
  async function submitted(
    opened: Opened,
    {
      maker = festival.viewer(),
      number = PAYS,
      filmId = '',
      ...more
    }: { maker?: Maker; number?: string; filmId?: string; [field: string]: unknown } = {},
  ) {
    const film = filmId || filmOf(maker);
    const { submission } = await open(maker, opened, { filmId: film, ...more });
    const submissionId = submission?.id ?? '';
    const paid =
      submission?.amount === 0n
        ? submission
        : (await maker.submissions.confirmTestSubmissionPayment({ submissionId, ...card(number) })).submission;
    return { maker, filmId: film, submissionId, submission: paid };
  }

  const waiver = async ({ director, callId }: Opened, more: object = {}) =>
    (
      await director.calls.createWaiver({
        ...{ requestId: newId(), callId, code: 'ALUMNI26', percent: 100, usesMax: 3, ...more },
      })
    ).waiver;

  /** Somebody who has accepted a role in the team of a festival. */
  async function member(director: Director, festivalId: string, role: TeamRole): Promise<Maker> {
    const who = festival.viewer();
    const personId = who.viewer.accountId;
    await festival.introduce(personId, 'Ada', 'Byron');
    await director.team.inviteTeamMember({ requestId: newId(), festivalId, personId, role });
    await who.team.answerTeamInvitation({ requestId: newId(), festivalId, accept: true });
    return who;
  }

  return { inDays, fields, draft, openCall, filmOf, open, submitted, waiver, member };
}
