import {
  TicketGiftChangedSchema,
  TicketOfferedSchema,
  TicketsDeliveredSchema,
} from '@marquee/contracts/events/v1/festival_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import * as deliveries from '../delivery/deliveries.ts';
import * as events from '../notices/notice-events.ts';
import * as notices from '../notices/notices.ts';
import { planNotice } from '../notices/on-noticed-events.ts';
import { touchBoxes } from '../notices/touch-boxes.ts';
import type { NotificationWrite } from '../resources.ts';

/** A gift to a connection is one event; one by mail is accepted by a second. */
const GIVEN_AT_ONCE = 1n;

/** The mails of tickets, and the notice of a gift. Many who buy at once never delay a sign-in: they have their own lane. */
export const onTicketEvents = [
  on(TicketsDeliveredSchema, ({ tx, clock }: NotificationWrite, { orderId }) =>
    deliveries.planMany(tx, { ...CONFIRMATION, subjectIds: [`order:${orderId}`] }, clock.now()),
  ),
  on(TicketGiftChangedSchema, async (write: NotificationWrite, gift, { aggregateVersion }) => {
    const { tx, clock } = write;
    const { giftId, accountId, giverId, eventId, userTicketId } = gift;
    if (accountId === '') {
      await deliveries.planMany(tx, { kind: 'TICKET_INVITATION', lane: 'MAIL', subjectIds: [giftId] }, clock.now());
      const sent = { variant: 'SENT', subjectId: `${eventId}/${userTicketId}/${giftId}`, eventKey: `${giftId}:sent` };
      return planNotice(write, 'TICKET_RECEIVED', { ...sent, actorId: giverId });
    }
    await deliveries.planMany(tx, { ...CONFIRMATION, subjectIds: [`gift:${giftId}`] }, clock.now());
    if (aggregateVersion > GIVEN_AT_ONCE) return markAccepted(write, accountId, giftId);
    const subjectId = `${eventId}/${userTicketId}`;
    await planNotice(write, 'TICKET_RECEIVED', {
      subjectId,
      actorId: giverId,
      recipientId: accountId,
      eventKey: giftId,
    });
  }),
  // An offer that was taken back is made again: a second notice of the same place.
  on(TicketOfferedSchema, (write: NotificationWrite, { accountId, eventId }, { id: eventKey }) =>
    planNotice(write, 'TICKET_OFFERED', { subjectId: eventId, recipientId: accountId, eventKey }),
  ),
];

/** Who has accepted a ticket has seen that it waited for them; what is not written yet is no news. */
async function markAccepted(write: NotificationWrite, accountId: string, giftId: string): Promise<void> {
  if (!isId(accountId)) return;
  const sent = { accountId, kind: 'TICKET_RECEIVED', eventKey: `${giftId}:sent` } as const;
  await events.withdraw(write.tx, sent);
  if (await notices.markSeenOf(write.tx, sent, write.clock.now())) await touchBoxes(write, [accountId]);
}

const CONFIRMATION = { kind: 'TICKET_CONFIRMATION', lane: 'MAIL' } as const;
