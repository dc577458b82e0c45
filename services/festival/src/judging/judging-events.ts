import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  JudgeInvitedSchema,
  ScreenerChangedSchema,
  SubmissionDecidedSchema,
} from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Submission } from '../submissions/submissions.ts';

/** Somebody is asked to judge. */
export const judgeInvited = (
  { id, callId, accountId, invitedBy }: { id: string; callId: string; accountId: string | null; invitedBy: string },
  { festivalId }: { festivalId: string },
): DomainEvent =>
  domainEvent(
    JudgeInvitedSchema,
    { judgeId: id, callId, festivalId, accountId: accountId ?? '', invitedBy },
    { type: 'judge', id, version: 1n },
  );

/** An account may watch the film of a submission until then, or no longer. */
export const screenerChanged = (
  { id, filmId, version }: Pick<Submission, 'id' | 'filmId' | 'version'>,
  { accountId, endsAt }: { accountId: string; endsAt: Date },
): DomainEvent =>
  domainEvent(
    ScreenerChangedSchema,
    { submissionId: id, filmId, accountId, endsAt: timestampFromDate(endsAt) },
    { type: 'submission', id, version },
  );

type Decided = Pick<Submission, 'id' | 'filmId' | 'makerId' | 'decision' | 'version'>;
/** The maker of a submission is notified of the decision. */
export const submissionDecided = ({ id, filmId, makerId, decision, version }: Decided): DomainEvent =>
  domainEvent(
    SubmissionDecidedSchema,
    { submissionId: id, filmId, makerId: makerId ?? '', decision },
    { type: 'submission', id, version },
  );
