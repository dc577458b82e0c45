import { createConnectQueryKey, useMutation, useTransport } from '@connectrpc/connect-query';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ReviewDecision, ReviewQueueService } from '@marquee/contracts/film/v1/review_queue_pb';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { useQueryClient } from '@tanstack/react-query';
import { refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';
import type { Select, Selected } from './queue-table.tsx';

const counted = (count: number) => (count === 1 ? 'One review' : `${count} reviews`);
const DONE: Partial<Record<ReviewDecision, string>> = {
  [ReviewDecision.RELEASE]: 'released',
  [ReviewDecision.REMOVE]: 'removed',
};

/** Releases or removes what is selected, each time with a reason. Floats over the list, so that no row moves. */
export function DecideSelected({ selected, select }: { selected: Selected; select: Select }) {
  const { decide, pending } = useDecision(selected, select);
  if (selected.size === 0) return null;
  const tooMany = selected.size > BACK_OFFICE_LIMITS.reviewsDecidedAtOnceMax;
  return (
    <section className="selection-bar" aria-label="Selected reviews">
      <Group gap="sm">
        <Text size="sm">{tooMany ? BACK_OFFICE_MESSAGES.noReviewSelected : `${selected.size} selected`}</Text>
        <Button
          size="sm"
          loading={pending}
          disabled={tooMany}
          onClick={() =>
            askReason({
              title: 'Release',
              text: `${counted(selected.size)} will be seen by everybody, and the stars count.`,
              confirm: 'Release',
              onConfirm: (reason) => decide(ReviewDecision.RELEASE, reason),
            })
          }
        >
          Release
        </Button>
        <Button
          size="sm"
          color="red"
          variant="light"
          disabled={pending || tooMany}
          onClick={() =>
            askReason({
              title: 'Remove',
              text: `${counted(selected.size)} will be deleted for good, the stars too.`,
              confirm: 'Remove',
              onConfirm: (reason) => decide(ReviewDecision.REMOVE, reason),
            })
          }
        >
          Remove
        </Button>
        <Button size="sm" variant="default" disabled={pending} onClick={() => select(new Map())}>
          Clear
        </Button>
      </Group>
    </section>
  );
}

/** Sends a decision on what is selected. What was changed meanwhile is said, and stays in the list. */
function useDecision(selected: Selected, select: Select) {
  const queries = useQueryClient();
  const transport = useTransport();
  const { mutateAsync, isPending } = useMutation(ReviewQueueService.method.decideReviews);
  const decide = async (decision: ReviewDecision, reason: string) => {
    const reviews = [...selected.values()].map(({ id, version, kind }) => ({ id, version, kind }));
    try {
      const { leftIds } = await mutateAsync({ reviews, decision, reason });
      select(new Map());
      const done = reviews.length - leftIds.length;
      if (done > 0) notifications.show({ message: `${counted(done)} ${DONE[decision]}.` });
      if (leftIds.length > 0) {
        const title = `${counted(leftIds.length)} left as it was`;
        notifications.show({ color: 'yellow', title, message: 'Somebody has changed or decided it meanwhile.' });
      }
    } catch (error) {
      notifications.show({
        color: 'red',
        title: BACK_OFFICE_MESSAGES.reviewDecisionFailed,
        message: refusalText(error) ?? '',
      });
    }
    await queries.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: ReviewQueueService, transport, cardinality: undefined }),
    });
  };
  return { decide, pending: isPending };
}
