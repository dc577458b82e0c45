import { useMutation } from '@connectrpc/connect-query';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ReviewDecision, ReviewQueueList, ReviewQueueService } from '@marquee/contracts/film/v1/review_queue_pb';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';
import { useRefresh } from '../shell/use-refresh.ts';
import type { Select, Selected } from './queue-table.tsx';

const counted = (count: number) => (count === 1 ? 'One review' : `${count} reviews`);
const DONE: Partial<Record<ReviewDecision, string>> = {
  [ReviewDecision.RELEASE]: 'released',
  [ReviewDecision.REMOVE]: 'removed',
  [ReviewDecision.SPOILER]: 'marked as spoilers',
  [ReviewDecision.NO_SPOILER]: 'marked as no spoilers',
  [ReviewDecision.KEEP]: 'kept',
};

type Offered = { decision: ReviewDecision; label: string; text: string };

/** What can be decided in each list, beside removing. */
const OFFERED: Partial<Record<ReviewQueueList, Offered[]>> = {
  [ReviewQueueList.HELD]: [
    { decision: ReviewDecision.RELEASE, label: 'Release', text: 'will be seen by everybody, and the stars count.' },
  ],
  [ReviewQueueList.SPOILERS]: [
    { decision: ReviewDecision.SPOILER, label: 'Is a spoiler', text: 'will stay folded.' },
    { decision: ReviewDecision.NO_SPOILER, label: 'Is no spoiler', text: 'will be shown unfolded.' },
  ],
  [ReviewQueueList.REPORTED]: [
    { decision: ReviewDecision.KEEP, label: 'Keep', text: 'will stay, and the reports are closed.' },
  ],
};

/** Decides on what is selected, each time with a reason. Floats over the list, so that no row moves. */
export function DecideSelected({
  selected,
  select,
  list,
}: {
  selected: Selected;
  select: Select;
  list: ReviewQueueList;
}) {
  const { decide, pending } = useDecision(selected, select);
  if (selected.size === 0) return null;
  const tooMany = selected.size > BACK_OFFICE_LIMITS.reviewsDecidedAtOnceMax;
  return (
    <section className="selection-bar" aria-label="Selected reviews">
      <Group gap="sm">
        <Text size="sm">{tooMany ? BACK_OFFICE_MESSAGES.noReviewSelected : `${selected.size} selected`}</Text>
        {OFFERED[list]?.map(({ decision, label, text }) => (
          <Button
            key={decision}
            size="sm"
            loading={pending}
            disabled={tooMany}
            onClick={() =>
              askReason({
                title: label,
                text: `${counted(selected.size)} ${text}`,
                confirm: label,
                onConfirm: (reason) => decide(decision, reason),
              })
            }
          >
            {label}
          </Button>
        ))}
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
  const refresh = useRefresh(ReviewQueueService);
  const { mutateAsync, isPending } = useMutation(ReviewQueueService.method.decideReviews);
  const decide = async (decision: ReviewDecision, reason: string) => {
    const reviews = [...selected.values()].map(({ id, version, kind, reportedUntil }) => ({
      id,
      version,
      kind,
      reportedUntil,
    }));
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
    await refresh();
  };
  return { decide, pending: isPending };
}
