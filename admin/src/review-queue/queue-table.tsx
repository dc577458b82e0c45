import { Anchor, Badge, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import {
  type QueuedReview,
  ReviewWordsKind,
  type WordsReport,
  WordsReportReason,
} from '@marquee/contracts/film/v1/review_queue_pb';
import { WORDS_REPORT_REASON_LABELS } from '@marquee/rules/words-reports';
import { Link } from 'react-router';
import { ListTable } from '../shell/list-table.tsx';
import { RowCheckbox } from '../shell/row-checkbox.tsx';
import { timeText } from '../users/user-labels.ts';
import { UserLink } from '../users/user-link.tsx';

export type Selected = ReadonlyMap<string, QueuedReview>;
export type Select = (reviews: Selected) => void;

export const writerOf = ({ writerName }: Pick<QueuedReview, 'writerName'>) => writerName || 'A former member';

/** What was written, with the words that hold it, its film and its writer. */
export function QueueTable({
  reviews,
  selected,
  select,
}: {
  reviews: readonly QueuedReview[];
  selected: Selected;
  select: Select;
}) {
  const all = reviews.every(({ id }) => selected.has(id));
  const toggle = (review: QueuedReview) => {
    const next = new Map(selected);
    if (!next.delete(review.id)) next.set(review.id, review);
    select(next);
  };
  return (
    <ListTable aria-label="Reviews that wait for staff" selectable>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <RowCheckbox
              aria-label="Select all"
              checked={all}
              indeterminate={!all && selected.size > 0}
              onChange={() => select(all ? new Map() : new Map(reviews.map((review) => [review.id, review])))}
            />
          </Table.Th>
          <Table.Th>Review</Table.Th>
          <Table.Th visibleFrom="sm">Film</Table.Th>
          <Table.Th visibleFrom="sm">Writer</Table.Th>
          <Table.Th visibleFrom="md">Since</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {reviews.map((review) => (
          <QueueRow key={review.id} review={review} selected={selected.has(review.id)} toggle={() => toggle(review)} />
        ))}
      </Table.Tbody>
    </ListTable>
  );
}

function QueueRow({ review, selected, toggle }: { review: QueuedReview; selected: boolean; toggle: () => void }) {
  const { kind, filmId, filmTitle, writerId, message, rating, heldWords, reports, since } = review;
  const film = (
    <Anchor inherit underline="always" component={Link} to={`/content/${filmId}?tab=reviews`}>
      {filmTitle}
    </Anchor>
  );
  const writer = <UserLink id={writerId} name={writerOf(review)} />;
  return (
    <Table.Tr bg={selected ? 'var(--mantine-primary-color-light)' : undefined}>
      <Table.Td>
        <RowCheckbox aria-label={`Select the review by ${writerOf(review)}`} checked={selected} onChange={toggle} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {message}
        <Group gap={6} mt={4}>
          <Text size="xs" c="dimmed">
            {kind === ReviewWordsKind.REPLY ? 'Reply' : `${rating} of 5`}
          </Text>
          {heldWords.map((word) => (
            <Badge key={word} size="sm" radius="sm" variant="light" color="red" tt="none">
              <VisuallyHidden>Watched word: </VisuallyHidden>
              {word}
            </Badge>
          ))}
        </Group>
        {reports.length > 0 && <Reports reports={reports} />}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {film} · {writer} · {timeText(since)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{film}</Table.Td>
      <Table.Td visibleFrom="sm">{writer}</Table.Td>
      <Table.Td visibleFrom="md" className="short">
        {timeText(since)}
      </Table.Td>
    </Table.Tr>
  );
}

/** Why readers reported it, and who. */
function Reports({ reports }: { reports: readonly WordsReport[] }) {
  return (
    <ul aria-label="Reports" style={{ margin: '4px 0 0', paddingInlineStart: 16 }}>
      {reports.map(({ reporterId, reporterName, reason, details }) => (
        <li key={reporterId}>
          <Text size="xs">
            {reasonText(reason)}
            {details && `: ${details}`} · <UserLink id={reporterId} name={reporterName || 'A former member'} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

function reasonText(reason: WordsReportReason): string {
  const labels: Readonly<Record<string, string>> = WORDS_REPORT_REASON_LABELS;
  return labels[WordsReportReason[reason]] ?? WORDS_REPORT_REASON_LABELS.OTHER;
}
