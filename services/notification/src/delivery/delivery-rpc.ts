import { DeliveryService } from '@marquee/contracts/notification/v1/delivery_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { deliveriesMessage } from './delivery-message.ts';
import { getStaffNoticeProgress, getStaffNoticeProgressSchema } from './get-staff-notice-progress.ts';
import { type ListResources, listDeliveries, listDeliveriesSchema } from './list-deliveries.ts';

/** What staff may ask. */
export const deliveryRpc = rpc<ListResources>()(DeliveryService, {
  listDeliveries: read(listDeliveriesSchema, listDeliveries, deliveriesMessage),
  getStaffNoticeProgress: read(getStaffNoticeProgressSchema, getStaffNoticeProgress, (notices) => ({ notices })),
});
