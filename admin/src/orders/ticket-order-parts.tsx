import { Stack, Table, Text, Title } from '@mantine/core';
import type { SoldOrder, SoldRefund, SoldTicket } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { formatUsd } from '@marquee/rules/format';
import type { ReactNode } from 'react';
import { timeText } from '../users/user-labels.ts';
import { RefundButton } from './refund-button.tsx';
import { priceText, refundedWhat, refundKindText, refundStateText, ticketState } from './ticket-order-labels.ts';
import type { GiveBack } from './use-give-back.ts';

type TicketsProps = {
  order: SoldOrder;
  tickets: readonly SoldTicket[];
  refunds: readonly SoldRefund[];
  isPossible: boolean;
  giveBack: GiveBack;
};

/** The tickets of an order, each with its holder, and the way to take it back alone while there are others. */
export function OrderTickets({ order, tickets, refunds, isPossible, giveBack }: TicketsProps) {
  const { ticketAmount } = order;
  return (
    <Section title="Tickets" head={['Event', 'Holder', 'State', 'Refund']}>
      {tickets.map((ticket, index) => {
        const { userTicketId, unitId, eventName, holderName, valid } = ticket;
        // A pass has several tickets: the first of them stands for all.
        const isFirst = tickets.findIndex((other) => other.unitId === unitId) === index;
        const isPass = tickets.filter((other) => other.unitId === unitId).length > 1;
        return (
          <Table.Tr key={userTicketId}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{eventName}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{holderName || '–'}</Table.Td>
            <Table.Td>{ticketState(ticket, refunds)}</Table.Td>
            <Table.Td>
              <RefundButton
                isPossible={isPossible && valid && isFirst && ticketAmount !== undefined}
                isPending={giveBack.isPending}
                refresh={giveBack.refresh}
                label={isPass ? 'Refund this pass' : 'Refund this ticket'}
                price={priceText(ticketAmount ?? 0n)}
                of={isPass ? 'one pass' : 'one ticket'}
                text={`${isPass ? 'This pass ends for all of its events' : 'This ticket ends'}, and the others of the order stay valid. The buyer gets its part of the amount back. It cannot be taken back.`}
                giveBack={(reason) => giveBack.of(userTicketId, reason)}
              />
            </Table.Td>
          </Table.Tr>
        );
      })}
    </Section>
  );
}

/** What went back of an order, is on its way, or could not go back, with who asked for it and why. */
export function OrderRefunds({ refunds }: { refunds: readonly SoldRefund[] }) {
  if (refunds.length === 0) return <Text c="dimmed">Nothing was given back.</Text>;
  return (
    <Section title="Refunds" head={['What', 'Amount', 'State', 'When', 'By', 'Reason']}>
      {refunds.map((refund) => (
        <Table.Tr key={refund.id}>
          <Table.Td>{refundedWhat(refund)}</Table.Td>
          <Table.Td>{formatUsd(refund.amount)}</Table.Td>
          <Table.Td>{refundStateText(refund)}</Table.Td>
          <Table.Td>{timeText(refund.endedAt ?? refund.createdAt)}</Table.Td>
          <Table.Td>{[refundKindText(refund), refund.askedByName].filter(Boolean).join(': ')}</Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{refund.reason || '–'}</Table.Td>
        </Table.Tr>
      ))}
    </Section>
  );
}

function Section({ title, head, children }: { title: string; head: string[]; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Table.ScrollContainer minWidth={560}>
        <Table verticalSpacing={6} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {head.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
