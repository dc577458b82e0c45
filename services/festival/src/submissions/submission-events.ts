import { SubmissionChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Order, Refund } from '@marquee/payments/orders';
import { refundFacts } from '@marquee/payments/refund-facts';
import type { ShownSubmission } from './submissions.ts';

const aggregate = ({ id, version }: Pick<ShownSubmission, 'id' | 'version'>) => ({ type: 'submission', id, version });

/** A submission has taken a step, or its order; `refund` where money goes back or went. */
export const submissionChanged = (
  submission: ShownSubmission,
  { order, refund }: { order?: Pick<Order, 'owed'>; refund?: Refund | undefined } = {},
): DomainEvent => {
  const { id: submissionId, callId, festivalId, filmId, makerId, state } = submission;
  return domainEvent(
    SubmissionChangedSchema,
    {
      ...{ submissionId, callId, festivalId, filmId, makerId: makerId ?? '', state },
      ...refundFacts(order ?? { owed: 0n }, refund),
    },
    aggregate(submission),
  );
};
