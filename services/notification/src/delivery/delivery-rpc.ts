import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { DeliveryChannel, DeliveryService, DeliveryState } from '@marquee/contracts/notification/v1/notification_pb';
import { implement } from '@marquee/runtime/rpc/implement';
import type { Delivery } from '../../gen/prisma/client.ts';
import { type ListResources, listDeliveries } from './list-deliveries.ts';

/** What staff may ask. */
export function deliveryRpc(resources: ListResources) {
  return implement(DeliveryService, {
    listDeliveries: async ({ pageSize, cursor }) => {
      const { rows, nextCursor } = await listDeliveries(resources, { pageSize, cursor });
      return { deliveries: rows.map(toMessage), nextCursor };
    },
  });
}

const CHANNELS: Record<string, DeliveryChannel> = { EMAIL: DeliveryChannel.EMAIL, SMS: DeliveryChannel.SMS };
const STATES: Record<string, DeliveryState> = {
  WAITING: DeliveryState.WAITING,
  SENT: DeliveryState.SENT,
  FAILED: DeliveryState.FAILED,
  BOUNCED: DeliveryState.BOUNCED,
  DROPPED: DeliveryState.DROPPED,
};

function toMessage(row: Delivery) {
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
