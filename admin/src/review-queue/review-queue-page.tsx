import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { type QueuedReview, ReviewQueueService } from '@marquee/contracts/film/v1/review_queue_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { useState } from 'react';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { DecideSelected } from './decide-selected.tsx';
import { QueueTable } from './queue-table.tsx';

const PAGE_SIZE = 50;
const SKELETON_ROWS = [1, 2, 3, 4, 5, 6];

/** /superadmin/reviews: reviews with a watched word, which wait for staff, the oldest first [FLM-16]. */
export function ReviewQueuePage() {
  const list = useInfiniteQuery(
    ReviewQueueService.method.listReviewQueue,
    { pageSize: PAGE_SIZE, cursor: '' },
    { pageParamKey: 'cursor', getNextPageParam: (page) => page.nextCursor || undefined },
  );
  const [selected, select] = useState<ReadonlyMap<string, QueuedReview>>(new Map());
  if (list.error && isForbidden(list.error)) return <Forbidden error={list.error} />;
  const reviews = list.data?.pages.flatMap((page) => page.reviews) ?? [];
  return (
    <Stack gap="sm">
      <title>Reviews · Back office · Marquee</title>
      <Title order={1} size="h3">
        Reviews
      </Title>
      {list.isError && !list.isFetchNextPageError && (
        <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => list.refetch()} />
      )}
      {list.isPending && SKELETON_ROWS.map((row) => <Skeleton key={row} h={44} />)}
      {list.isSuccess && reviews.length === 0 && (
        <Text c="dimmed" ta="center" py="xl">
          Nothing waits for staff
        </Text>
      )}
      {reviews.length > 0 && <QueueTable reviews={reviews} selected={selected} select={select} />}
      {list.isFetchNextPageError && (
        <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => list.fetchNextPage()} />
      )}
      <ListEnd list={list}>{reviews.length > 0 && 'These are all'}</ListEnd>
      <DecideSelected selected={selected} select={select} />
    </Stack>
  );
}
