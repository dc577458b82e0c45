import { TicketReceiptService } from '@marquee/contracts/festival/v1/receipts_pb';
import { receiptMessage } from '@marquee/payments/receipts';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { ticketOrderIdSchema } from '../checkout/get-ticket-order.ts';
import type { FestivalResources } from '../resources.ts';
import type { TicketReceipt } from './named-receipts.ts';
import { getTicketReceipt, listTicketReceipts, listTicketReceiptsSchema } from './ticket-receipts.ts';

const message = ({ sold, ...receipt }: TicketReceipt) => receiptMessage(receipt, sold);

export const receiptRpc = rpc<FestivalResources>()(TicketReceiptService, {
  listTicketReceipts: read(listTicketReceiptsSchema, listTicketReceipts, ({ rows, nextCursor }) => ({
    receipts: rows.map(message),
    nextCursor,
  })),
  getTicketReceipt: read(ticketOrderIdSchema, getTicketReceipt, (receipt) => ({ receipt: message(receipt) })),
});
