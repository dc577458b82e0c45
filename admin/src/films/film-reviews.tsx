import { createConnectQueryKey, useInfiniteQuery, useMutation, useTransport } from '@connectrpc/connect-query';
import { Button, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { useQueryClient } from '@tanstack/react-query';
import { refusalText } from '../api.ts';
import { confirmDelete } from '../dialogs/confirm.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { dateText } from './film-labels.ts';

const PAGE_SIZE = 50;

/** Viewers' ratings and reviews of one film; staff may delete one. */
export function FilmReviews({ filmId }: { filmId: string }) {
  const queries = useQueryClient();
  const transport = useTransport();
  const remove = useMutation(FilmBackOfficeService.method.removeReview);
  const list = FilmBackOfficeService.method.listFilmReviews;
  const reviews = useInfiniteQuery(
    list,
    { filmId, pageSize: PAGE_SIZE, cursor: '' },
    { pageParamKey: 'cursor', getNextPageParam: (page) => page.nextCursor || undefined },
  );
  if (reviews.isPending) return <Skeleton h={200} aria-label="Loading reviews" />;
  if (reviews.isLoadingError) {
    return <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => reviews.refetch()} />;
  }
  const rows = reviews.data.pages.flatMap((page) => page.reviews);
  if (rows.length === 0) return <Text c="dimmed">No reviews yet</Text>;
  const removeReview = async (reviewId: string) => {
    try {
      await remove.mutateAsync({ reviewId });
      await queries.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: list, transport, cardinality: undefined }),
      });
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to delete record', message: refusalText(error) ?? '' });
    }
  };
  return (
    <Stack>
      <Table verticalSpacing={6} aria-label="Reviews">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={120}>Date</Table.Th>
            <Table.Th w={80}>Rating</Table.Th>
            <Table.Th w={180}>Viewer</Table.Th>
            <Table.Th>Review</Table.Th>
            <Table.Th w={90}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((review) => {
            const name = `${review.user?.firstName ?? ''} ${review.user?.lastName ?? ''}`.trim() || 'A former member';
            return (
              <Table.Tr key={review.id}>
                <Table.Td>{dateText(review.createdAt)}</Table.Td>
                <Table.Td>{review.rating} of 5</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{review.message || <Text c="dimmed">Rating only</Text>}</Table.Td>
                <Table.Td>
                  <Button
                    size="compact-xs"
                    color="red"
                    variant="subtle"
                    onClick={() => confirmDelete(`the review by ${name}`, () => removeReview(review.id))}
                  >
                    Delete
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {reviews.isFetchNextPageError && (
        <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => reviews.fetchNextPage()} />
      )}
      <ListEnd list={reviews}>{rows.length === 1 ? 'One review' : `All ${rows.length} reviews`}</ListEnd>
    </Stack>
  );
}
