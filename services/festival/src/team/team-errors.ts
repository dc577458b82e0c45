import { TEAM_MESSAGES } from '@marquee/rules/organizations';
import { DomainError } from '@marquee/runtime/errors';

const refused = (reason: string, message: string) => new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });

export const teamFull = (): DomainError => refused('TEAM_FULL', TEAM_MESSAGES.full);

/** Somebody who is in the team, or invited to it. */
export const memberAlready = (): DomainError => refused('MEMBER_ALREADY', TEAM_MESSAGES.member);

export const directsIt = (): DomainError => refused('DIRECTS_ALREADY', TEAM_MESSAGES.director);

export const notMember = (): DomainError =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'NOT_MEMBER', message: TEAM_MESSAGES.notMember });

export const invitationGone = (): DomainError =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'INVITATION_GONE', message: TEAM_MESSAGES.invitationGone });
