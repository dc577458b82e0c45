import { randomUUID } from 'node:crypto';
import type { Looker } from '@marquee/testing/screens';
import type { Cast } from './cast.ts';
import { type Ask, askFestival, inHours, inviteJudge, newBlock, newCall, newEvent } from './festivals.ts';
import { idOf, type Member, memberOf, newMaker, newStaff, unlock } from './films.ts';
import { call, newPerson } from './people.ts';

/** Everybody who looks at screens, and the ids in the addresses of what they see. */
export type Scene = { lookers: Record<Exclude<Looker, 'visitor'>, Member>; ids: Record<string, string> };

const LONG = 'The Very Long Festival of Films That Nobody Has Ever Seen in One Sitting Before';

/**
 * One of everything that a screen shows: the film of the cast in a list and in the programme of a festival, with a vote,
 * tickets, and a call that the film is submitted to and judged for.
 */
export async function newScene(url: string, cast: Cast): Promise<Scene> {
  const [newcomer, member, judge] = [
    await memberOf(url, await newPerson(url)),
    // As long as a name may be, without a place to break it: no page may become too wide by one.
    await newMaker(url, { firstName: 'Wilhelmina', lastName: 'Wolfeschlegelsteinhausenbergerdorffwelchevora' }),
    await newMaker(url, { firstName: 'Judith', lastName: 'Ansa' }),
  ];
  await unlock(member, url, cast.film);
  const office = await newStaff(url, undefined, 'SUPER_USER');
  const { director, festivalId, eventId, ask, ticket } = await newEvent(url, { festival: LONG, event: LONG });
  const { userTicketId } = await ticket();
  const shown = await programmed({ url, by: cast.office, eventId, filmId: cast.film });
  const submitted = await judged({ url, ask, judge, maker: cast.maker, festivalId, filmId: cast.film });
  const { listId } = await call<{ listId: string }>(cast.maker.api, url, 'film.v1.ListService/CreateList', {
    ...{ requestId: randomUUID(), title: 'Films of the sea', description: '', isPublic: true },
  });
  const makerId = await idOf(cast.maker, url);
  return {
    lookers: { newcomer, member, maker: cast.maker, director, judge, office },
    ids: {
      filmId: cast.film,
      profileId: makerId,
      userId: makerId,
      listId,
      festivalId,
      eventId,
      userTicketId,
      ...shown,
      ...submitted,
    },
  };
}

/** Has people vote on a film in a block of an event. */
async function programmed({ url, by, eventId, filmId }: { url: string; by: Member; eventId: string; filmId: string }) {
  const blockId = await newBlock({ url, by, eventId, filmId });
  const vote = { eventId, blockId, type: 'BALLOT_TYPE_CHOICE', opensAt: inHours(-1), closesAt: inHours(48) };
  const { ballot } = await askFestival<{ ballot: { id: string } }>(by, url, 'VoteService/SaveBallot', vote);
  return { blockId, ballotId: ballot.id };
}

type Judged = { url: string; ask: Ask; judge: Member; maker: Member; festivalId: string; filmId: string };

/** An open call of a festival, to which a film was submitted that somebody judges. */
async function judged({ url, ask, judge, maker, festivalId, filmId }: Judged) {
  const { callId, categoryId } = await newCall(ask, festivalId, 'Shorts of the coming year');
  const submissionId = randomUUID();
  await call(maker.api, url, 'festival.v1.SubmissionService/OpenSubmission', {
    ...{ submissionId, callId, categoryId, filmId, price: '0', coverLetter: 'With regards.' },
  });
  const judgeId = await inviteJudge(ask, url, callId, judge);
  await ask('JudgeService/AnswerJudgeInvitation', { judgeId, accept: true }, judge);
  await ask('JudgingDeskService/AssignJudge', { judgeId, submissionIds: [submissionId], assigned: true });
  return { callId, submissionId };
}
