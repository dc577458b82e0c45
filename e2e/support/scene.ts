import { randomUUID } from 'node:crypto';
import type { Looker } from '@marquee/testing/screens';
import { expect } from '@playwright/test';
import type { Cast } from './cast.ts';
import { askFestival, inHours, newEvent } from './festivals.ts';
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
    await newMaker(url, { firstName: 'Wilhelmina', lastName: 'Featherstonehaugh' }),
    await newMaker(url, { firstName: 'Judith', lastName: 'Ansa' }),
  ];
  await unlock(member, url, cast.film);
  const office = await newStaff(url, undefined, 'SUPER_USER');
  const { director, festivalId, eventId, ticket } = await newEvent(url, { festival: LONG, event: LONG });
  const { userTicketId } = await ticket();
  const shown = await programmed({ url, by: cast.office, eventId, filmId: cast.film });
  const submitted = await judged({ url, director, judge, maker: cast.maker, festivalId, filmId: cast.film });
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

type Planned = { event: { blocks: { id: string }[] } };

/** Puts a film into a block of an event, on which people vote: as an ADMIN, who chooses from all films. */
async function programmed({ url, by, eventId, filmId }: { url: string; by: Member; eventId: string; filmId: string }) {
  const ask = <T>(method: string, body: object) => askFestival<T>(by, url, method, { eventId, ...body });
  const { event } = await ask<Planned>('ProgrammeDeskService/SaveBlock', { name: 'Shorts after midnight' });
  const blockId = event.blocks[0]?.id ?? '';
  await ask('ProgrammeDeskService/SaveBlockFilm', { blockId, filmId });
  const vote = { blockId, type: 'BALLOT_TYPE_CHOICE', opensAt: inHours(-1), closesAt: inHours(48) };
  const { ballot } = await ask<{ ballot: { id: string } }>('VoteService/SaveBallot', vote);
  return { blockId, ballotId: ballot.id };
}

type Asked = { url: string; director: Member; judge: Member; maker: Member; festivalId: string; filmId: string };

/** An open call of a festival, to which a film was submitted that somebody judges. */
async function judged({ url, director, judge, maker, festivalId, filmId }: Asked) {
  const ask = <T>(by: Member, method: string, body: object) => askFestival<T>(by, url, method, body);
  const category = { id: '', name: 'Short fiction', earlyFee: '0', regularFee: '0', lateFee: '0' };
  type Saved = { call: { id: string; categories: { id: string }[] } };
  const { call: saved } = await ask<Saved>(director, 'CallService/SaveCall', {
    ...{ festivalId, title: 'Shorts of the coming year', timeZone: 'Europe/Lisbon', regularEndsAt: inHours(96) },
    categories: [category],
  });
  const callId = saved.id;
  await ask(director, 'CallService/OpenCall', { callId });
  await ask(director, 'JudgingDeskService/SaveRubric', {
    ...{ callId, scale: 5, criteria: [{ id: '', name: 'Story', weight: 1 }], notesAudience: 'NOTES_AUDIENCE_DESK' },
  });
  const submissionId = randomUUID();
  await call(maker.api, url, 'festival.v1.SubmissionService/OpenSubmission', {
    ...{ submissionId, callId, categoryId: saved.categories[0]?.id, filmId, price: '0', coverLetter: 'With regards.' },
  });
  const personId = await idOf(judge, url);
  let judgeId = '';
  // Festival learns of people by events.
  await expect(async () => {
    const invited = await ask<{ judge: { id: string } }>(director, 'JudgingDeskService/InviteJudge', {
      callId,
      personId,
    });
    judgeId = invited.judge.id;
  }).toPass();
  await ask(judge, 'JudgeService/AnswerJudgeInvitation', { judgeId, accept: true });
  await ask(director, 'JudgingDeskService/AssignJudge', { judgeId, submissionIds: [submissionId], assigned: true });
  return { callId, submissionId };
}
