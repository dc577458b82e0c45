import {
  ConnectionAcceptedSchema,
  ConnectionEndedSchema,
  ConnectionRequestedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import type { NotificationWrite } from '../resources.ts';
import * as events from './notice-events.ts';
import * as notices from './notices.ts';
import { planNotice } from './on-noticed-events.ts';
import { touchBoxes } from './touch-boxes.ts';

/** Notices about connections: a request, its acceptance, and the end of both, which removes them. */
export const onConnectionNotices = [
  on(ConnectionRequestedSchema, (write: NotificationWrite, { requesterId, recipientId }, { id: eventKey }) =>
    planNotice(write, 'CONNECTION_REQUESTED', { actorId: requesterId, recipientId, eventKey }),
  ),
  on(ConnectionAcceptedSchema, async (write: NotificationWrite, { requesterId, recipientId }, { id: eventKey }) => {
    await planNotice(write, 'CONNECTION_ACCEPTED', { actorId: recipientId, recipientId: requesterId, eventKey });
    if (!isId(recipientId)) return;
    await events.withdrawRequest(write.tx, requesterId, recipientId);
    const isAnswered = await notices.markAnswered(write.tx, recipientId, requesterId, write.clock.now());
    if (isAnswered) await touchBoxes(write, [recipientId]);
  }),
  on(ConnectionEndedSchema, async (write: NotificationWrite, { accountId, otherId }) => {
    if (!isId(accountId) || !isId(otherId)) return;
    await events.withdrawBetween(write.tx, accountId, otherId);
    await touchBoxes(write, await notices.removeBetween(write.tx, accountId, otherId));
  }),
];
