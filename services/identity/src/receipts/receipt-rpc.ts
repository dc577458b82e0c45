import { PlanReceiptService } from '@marquee/contracts/identity/v1/receipts_pb';
import { receiptMessage } from '@marquee/payments/receipts';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { listPlanOrdersSchema, orderIdSchema } from '../plans/own-plan-orders.ts';
import type { IdentityResources } from '../resources.ts';
import { getPlanReceipt, listPlanReceipts, type PlanReceipt } from './plan-receipts.ts';

const message = ({ sold, ...receipt }: PlanReceipt) => receiptMessage(receipt, sold);

export const receiptRpc = rpc<IdentityResources>()(PlanReceiptService, {
  listPlanReceipts: read(listPlanOrdersSchema, listPlanReceipts, ({ rows, nextCursor }) => ({
    receipts: rows.map(message),
    nextCursor,
  })),
  getPlanReceipt: read(orderIdSchema, getPlanReceipt, (receipt) => ({ receipt: message(receipt) })),
});
