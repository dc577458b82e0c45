import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { DeliveryChannel, DeliveryState } from '@marquee/contracts/notification/v1/delivery_pb';
import type { Delivery } from '../../gen/prisma/client.ts';
import type { ListedDeliveries } from './list-deliveries.ts';

const CHANNELS: Record<string, DeliveryChannel> = {
  EMAIL: DeliveryChannel.EMAIL,
  SMS: DeliveryChannel.SMS,
  PUSH: DeliveryChannel.PUSH,
};
const STATES: Record<string, DeliveryState> = {
  WAITING: DeliveryState.WAITING,
  SENT: DeliveryState.SENT,
  FAILED: DeliveryState.FAILED,
  BOUNCED: DeliveryState.BOUNCED,
  DROPPED: DeliveryState.DROPPED,
};

export const deliveriesMessage = ({ rows, nextCursor }: ListedDeliveries) => ({
  deliveries: rows.map(deliveryMessage),
  nextCursor,
});

function deliveryMessage(row: Delivery) {
  return {
    id: row.id,
    channel: CHANNELS[row.channel] ?? DeliveryChannel.UNSPECIFIED,
    // The template is known once the message was put together.
    template: row.template || row.kind,
    maskedAddress: row.maskedAddress,
    state: STATES[row.state] ?? DeliveryState.UNSPECIFIED,
    createdAt: timestampFromDate(row.createdAt),
    sentAt: row.sentAt ? timestampFromDate(row.sentAt) : undefined,
    attempts: row.attempts,
    failure: row.failure,
  };
}
