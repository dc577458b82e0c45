import { Blockquote, Skeleton, Stack, Text, Timeline } from '@mantine/core';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import type { ReactNode } from 'react';
import { ListEnd, type PagedList } from './list-end.tsx';
import { LoadFailed } from './load-failed.tsx';

/** What was done once, worded. */
export type TimelineEntry = {
  id: string;
  title: string;
  /** Who did it and when. */
  who: ReactNode;
  reason: string;
  /** What was changed, a line each. */
  changes: readonly string[];
  /** What does not fit lines, below them. */
  details?: ReactNode;
};

type List = PagedList & {
  isPending: boolean;
  isSuccess: boolean;
  isError: boolean;
  refetch: () => unknown;
};

/** Who did what and when, newest first, of a list that is read page by page. */
export function ActionTimeline({
  list,
  entries,
  name = 'history',
  empty = 'Nothing was done yet',
}: {
  list: List;
  entries: readonly TimelineEntry[];
  name?: 'history' | 'audit log';
  empty?: string;
}) {
  if (list.isPending) return <Skeleton h={200} aria-label={`Loading the ${name}`} />;
  return (
    <Stack maw={760}>
      {list.isSuccess && entries.length === 0 && <Text c="dimmed">{empty}</Text>}
      {entries.length > 0 && (
        <Timeline
          component="ol"
          bulletSize={12}
          lineWidth={2}
          active={-1}
          aria-label={name === 'history' ? 'History' : 'Audit log'}
          className="history"
        >
          {entries.map(({ id, title, who, reason, changes, details }) => (
            <Timeline.Item key={id} component="li" title={title}>
              <Text size="sm" c="dimmed">
                {who}
              </Text>
              {reason && (
                <Blockquote className="reason" mt="xs" p="sm" color="gray">
                  {reason}
                </Blockquote>
              )}
              {changes.map((change) => (
                <Text key={change} size="sm" mt={4} className="reason">
                  {change}
                </Text>
              ))}
              {details}
            </Timeline.Item>
          ))}
        </Timeline>
      )}
      {list.isError && !list.isFetchNextPageError && (
        <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => list.refetch()} />
      )}
      <ListEnd list={list}>
        {entries.length > 0 && `This is where the ${name === 'history' ? 'history' : 'log'} begins`}
      </ListEnd>
    </Stack>
  );
}
