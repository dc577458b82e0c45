import { useInfiniteQuery, useMutation } from '@connectrpc/connect-query';
import { Anchor, Badge, Button, Group, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Review } from '@marquee/contracts/film/v1/film_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { Link } from 'react-router';
import { refusalText } from '../api.ts';
import { confirmDelete } from '../dialogs/confirm.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { paged } from '../shell/paged.ts';
import { RowsTable } from '../shell/rows-table.tsx';
import { useRefresh } from '../shell/use-refresh.ts';
import { dateText } from './film-labels.ts';

const PAGE_SIZE = 50;

/** Viewers' ratings and reviews of one film; staff may delete one [ADF-02:reviews]. */
export function FilmReviews({ filmId }: { filmId: string }) {
  const remove = useMutation(FilmBackOfficeService.method.removeReview);
  const list = FilmBackOfficeService.method.listFilmReviews;
  const refresh = useRefresh(list);
  const reviews = useInfiniteQuery(list, { filmId, pageSize: PAGE_SIZE, cursor: '' }, paged);
  if (reviews.isPending) return <Skeleton h={200} aria-label="Loading reviews" />;
  if (reviews.isLoadingError) {
    return <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => reviews.refetch()} />;
  }
  const rows = reviews.data.pages.flatMap((page) => page.reviews);
  if (rows.length === 0) return <Text c="dimmed">No reviews yet</Text>;
  const removeReview = async (reviewId: string) => {
    try {
      await remove.mutateAsync({ reviewId });
      await refresh();
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to delete record', message: refusalText(error) ?? '' });
    }
  };
  return (
    <Stack>
      <Table.ScrollContainer minWidth={640}>
        <RowsTable aria-label="Reviews">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={120}>Date</Table.Th>
              <Table.Th w={80}>Rating</Table.Th>
              <Table.Th w={180}>Viewer</Table.Th>
              <Table.Th>Review</Table.Th>
              <Table.Th w={70}>Likes</Table.Th>
              <Table.Th w={80}>Replies</Table.Th>
              <Table.Th w={90}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((review) => {
              const name = nameOf(review);
              return (
                <Table.Tr key={review.id}>
                  <Table.Td>{dateText(review.createdAt)}</Table.Td>
                  <Table.Td>{review.rating} of 5</Table.Td>
                  <Table.Td>
                    {review.user?.id ? (
                      <Anchor component={Link} to={`/users/${review.user.id}`} size="sm">
                        {name}
                      </Anchor>
                    ) : (
                      name
                    )}
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {review.message || <Text c="dimmed">Rating only</Text>}
                    <Marks review={review} />
                  </Table.Td>
                  <Table.Td>{review.likeCount}</Table.Td>
                  <Table.Td>{review.replyCount}</Table.Td>
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
        </RowsTable>
      </Table.ScrollContainer>
      <ListEnd list={reviews}>{rows.length === 1 ? 'One review' : `All ${rows.length} reviews`}</ListEnd>
    </Stack>
  );
}

function nameOf({ user }: Review): string {
  return `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() || 'A former member';
}

/** What keeps viewers from reading a review at once [FLM-16]. */
function Marks({ review: { waitsForStaff, spoiler } }: { review: Review }) {
  if (!waitsForStaff && !spoiler) return null;
  return (
    <Group gap={4}>
      {waitsForStaff && (
        <Badge size="sm" variant="light" color="orange" component={Link} to="/reviews" style={{ cursor: 'pointer' }}>
          Waits for staff
        </Badge>
      )}
      {spoiler && (
        <Badge size="sm" variant="light" color="gray">
          Spoiler
        </Badge>
      )}
    </Group>
  );
}
