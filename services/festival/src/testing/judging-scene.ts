import { NotesAudience } from '@marquee/contracts/festival/v1/judging_pb';
import { newId } from '@marquee/data/ids';
import type { callScene, Director, Maker } from './call-scene.ts';
import type { FestivalUnderTest } from './festival-service.ts';

export const RUBRIC = {
  scale: 10,
  blind: true,
  notesAudience: NotesAudience.MANAGERS,
  criteria: [
    { id: '', name: 'Story', weight: 3 },
    { id: '', name: 'Sound', weight: 1 },
  ],
};

type Stage = { festival: FestivalUnderTest; scene: ReturnType<typeof callScene> };
export type Judging = Awaited<ReturnType<ReturnType<typeof judgingScene>['judging']>>;

/** Judges and what they give, around a festival service that is there once a test runs. */
export function judgingScene(stage: () => Stage) {
  /** A call with a rubric, films of makers without a fee, and judges who have accepted. */
  async function judging({ films = 1, judges = 1, rubric = {} as object } = {}) {
    const { scene } = stage();
    const opened = await scene.openCall();
    const { director, callId } = opened;
    await scene.waiver(opened, { usesMax: 100 });
    const saved = await director.judging.saveRubric({ requestId: newId(), callId, ...RUBRIC, ...rubric });
    const [story, sound] = (saved.rubric?.criteria ?? []).map(({ id }) => id) as [string, string];
    const submitted = [];
    for (let index = 0; index < films; index += 1) {
      submitted.push(await scene.submitted(opened, { waiverCode: 'ALUMNI26', price: 0n }));
    }
    const judging = await Promise.all(Array.from({ length: judges }, () => judge(callId, director)));
    return { ...opened, story, sound, submitted, judges: judging };
  }

  /** Somebody who has accepted to judge a call. */
  async function judge(callId: string, director: Director, who: Maker = stage().festival.viewer()) {
    const judgeId = await invite(callId, director, who);
    await who.judge.answerJudgeInvitation({ requestId: newId(), judgeId, accept: true });
    return { ...who, judgeId };
  }

  /** Invites somebody by their account. */
  async function invite(callId: string, director: Director, who: Maker): Promise<string> {
    await stage().festival.introduce(who.viewer.accountId, 'Noor', 'Haddad');
    const request = { requestId: newId(), callId, personId: who.viewer.accountId };
    return (await director.judging.inviteJudge(request)).judge?.id ?? '';
  }

  const assign = ({ director }: { director: Director }, judgeId: string, submissionIds: string[], assigned = true) =>
    director.judging.assignJudge({ requestId: newId(), judgeId, submissionIds, assigned });

  const score = (who: Maker, submissionId: string, scores: Record<string, number>, more: object = {}) =>
    who.judge.saveScoreSheet({
      ...{ requestId: newId(), submissionId, note: 'A private note', done: true },
      scores: Object.entries(scores).map(([criterionId, given]) => ({ criterionId, score: given })),
      ...more,
    });

  return { judging, judge, invite, assign, score };
}
