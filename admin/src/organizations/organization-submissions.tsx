import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Skeleton, Stack, Table, Text } from '@mantine/core';
import { CallService, CallState } from '@marquee/contracts/festival/v1/calls_pb';
import { formatMoment } from '@marquee/rules/format';
import { LoadFailed } from '../shell/load-failed.tsx';
import { RowsTable } from '../shell/rows-table.tsx';
import { ToneBadge } from '../shell/tone-badge.tsx';

const STATES: Record<CallState, string> = {
  [CallState.UNSPECIFIED]: 'Draft',
  [CallState.DRAFT]: 'Draft',
  [CallState.OPEN]: 'Open',
  [CallState.CLOSED]: 'Closed',
  [CallState.CANCELLED]: 'Cancelled',
};

/** The calls for submissions of an organization, with how many films each has and what was decided [ADO-02]. */
export function OrganizationSubmissions({ festivalId }: { festivalId: string }) {
  const answer = useQuery(CallService.method.listFestivalCalls, { festivalId });
  if (answer.isError) return <LoadFailed title="Failed to load submissions" again={() => answer.refetch()} />;
  if (!answer.data) return <Skeleton h={200} aria-label="Loading the submissions" />;
  if (answer.data.calls.length === 0) return <Text c="dimmed">No calls for submissions yet.</Text>;
  return (
    <Stack gap="sm">
      <Table.ScrollContainer minWidth={720}>
        <RowsTable aria-label="Calls for submissions">
          <Table.Thead>
            <Table.Tr>
              {['Call', 'State', 'Last deadline', 'Films', 'Undecided', 'Selected', 'Waiting list', 'Not selected'].map(
                (name) => (
                  <Table.Th key={name}>{name}</Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {answer.data.calls.map(({ call, submitted, undecided, selected, waitlisted, notSelected }) =>
              call ? (
                <Table.Tr key={call.id}>
                  <Table.Td>
                    <Anchor href={`/user/orgs/${festivalId}/calls/${call.id}`} size="sm">
                      {call.title}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <ToneBadge tone={call.state === CallState.OPEN ? 'good' : 'neutral'}>
                      {STATES[call.state]}
                    </ToneBadge>
                  </Table.Td>
                  <Table.Td>{call.closesAt ? formatMoment(timestampDate(call.closesAt)) : ''}</Table.Td>
                  <Table.Td>{submitted}</Table.Td>
                  <Table.Td>{undecided}</Table.Td>
                  <Table.Td>{selected}</Table.Td>
                  <Table.Td>{waitlisted}</Table.Td>
                  <Table.Td>{notSelected}</Table.Td>
                </Table.Tr>
              ) : null,
            )}
          </Table.Tbody>
        </RowsTable>
      </Table.ScrollContainer>
    </Stack>
  );
}
