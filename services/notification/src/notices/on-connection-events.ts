import {
  AccountBlockedSchema,
  ConnectionAcceptedSchema,
  ConnectionEndedSchema,
  ConnectionRequestedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import type { NoticeKindName } from '@marquee/rules/notices';
import type { NotificationWrite } from '../resources.ts';
import * as events from './notice-events.ts';
import * as notices from './notices.ts';
import { planNotice } from './on-noticed-events.ts';
import { touchBoxes } from './touch-boxes.ts';

const OF_CONNECTION = ['CONNECTION_REQUESTED', 'CONNECTION_ACCEPTED'] as const;
/** By what one addresses the other. What somebody has of the other stays with its notice: a ticket, a place in a team. */
const OF_EITHER = [...OF_CONNECTION, 'REVIEW_REPLIED', 'CREDIT_CLAIM'] as const;

/** Notices about connections: a request, its acceptance, and the end of both, which removes them, as a block does. */
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
  on(ConnectionEndedSchema, (write: NotificationWrite, { accountId, otherId }) =>
    removeBetween(write, accountId, otherId, OF_CONNECTION),
  ),
  on(AccountBlockedSchema, (write: NotificationWrite, { blockerId, blockedId }) =>
    removeBetween(write, blockerId, blockedId, OF_EITHER),
  ),
];

/** Removes what two people got of each other, and what they were still to get. */
async function removeBetween(
  write: NotificationWrite,
  one: string,
  other: string,
  kinds: readonly NoticeKindName[],
): Promise<void> {
  if (!isId(one) || !isId(other)) return;
  await events.withdrawBetween(write.tx, one, other, kinds);
  await touchBoxes(write, await notices.removeBetween(write.tx, one, other, kinds));
}
