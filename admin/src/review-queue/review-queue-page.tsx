import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Group, SegmentedControl, Stack, Title } from '@mantine/core';
import { type QueuedReview, ReviewQueueList, ReviewQueueService } from '@marquee/contracts/film/v1/review_queue_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { ListStates } from '../shell/list-states.tsx';
import { paged } from '../shell/paged.ts';
import { DecideSelected } from './decide-selected.tsx';
import { QueueTable } from './queue-table.tsx';

const PAGE_SIZE = 50;
const LISTS: Record<string, ReviewQueueList> = {
  held: ReviewQueueList.HELD,
  spoilers: ReviewQueueList.SPOILERS,
  reported: ReviewQueueList.REPORTED,
  replies: ReviewQueueList.REPLIES,
};

/** /superadmin/reviews: what waits because of a watched word, what readers call a spoiler or report, and the newest replies [FLM-16]. */
export function ReviewQueuePage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('list') ?? 'held';
  const name = asked in LISTS ? asked : 'held';
  const list = useInfiniteQuery(
    ReviewQueueService.method.listReviewQueue,
    { pageSize: PAGE_SIZE, cursor: '', list: LISTS[name] ?? ReviewQueueList.HELD },
    paged,
  );
  const [selected, select] = useState<ReadonlyMap<string, QueuedReview>>(new Map());
  if (isForbidden(list.error)) return <Forbidden error={list.error} />;
  const reviews = list.data?.pages.flatMap((page) => page.reviews) ?? [];
  return (
    <Stack gap="sm">
      <title>Reviews · Back office · Marquee</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Reviews
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="List"
          value={name}
          onChange={(list) => {
            select(new Map());
            setParams(list === 'held' ? {} : { list }, { replace: true });
          }}
          data={[
            { value: 'held', label: 'Watched words' },
            { value: 'spoilers', label: 'Spoilers' },
            { value: 'reported', label: 'Reported' },
            { value: 'replies', label: 'All replies' },
          ]}
        />
      </Group>
      <ListStates
        list={list}
        count={reviews.length}
        failed={BACK_OFFICE_MESSAGES.loadFailed}
        empty={name === 'replies' ? 'No replies yet' : 'Nothing waits for staff'}
      />
      {reviews.length > 0 && <QueueTable reviews={reviews} selected={selected} select={select} />}
      <ListEnd list={list}>{reviews.length > 0 && 'These are all'}</ListEnd>
      <DecideSelected selected={selected} select={select} list={LISTS[name] ?? ReviewQueueList.HELD} />
    </Stack>
  );
}
