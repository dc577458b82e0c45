import { SubmissionChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Refund } from '@marquee/payments/orders';
import type { ShownSubmission } from './submissions.ts';

const aggregate = ({ id, version }: Pick<ShownSubmission, 'id' | 'version'>) => ({ type: 'submission', id, version });

/** A submission has taken a step; `refund` where money goes back or went. */
export const submissionChanged = (submission: ShownSubmission, refund?: Refund): DomainEvent => {
  const { id: submissionId, callId, festivalId, filmId, makerId, state } = submission;
  return domainEvent(
    SubmissionChangedSchema,
    {
      ...{ submissionId, callId, festivalId, filmId, makerId: makerId ?? '', state },
      ...{ refund: refund?.kind ?? '', refundState: refund?.state ?? '' },
    },
    aggregate(submission),
  );
};
