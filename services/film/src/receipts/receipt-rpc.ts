import { ReceiptService } from '@marquee/contracts/film/v1/receipts_pb';
import { receiptMessage } from '@marquee/payments/receipts';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { orderIdSchema } from '../checkout/get-order.ts';
import { listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { type FilmReceipt, getFilmReceipt, listFilmReceipts } from './film-receipts.ts';

const message = ({ sold, ...receipt }: FilmReceipt) => receiptMessage(receipt, sold);

export const receiptRpc = rpc<FilmResources>()(ReceiptService, {
  listReceipts: read(listSchema, listFilmReceipts, ({ rows, nextCursor }) => ({
    receipts: rows.map(message),
    nextCursor,
  })),
  getReceipt: read(orderIdSchema, getFilmReceipt, (receipt) => ({ receipt: message(receipt) })),
});
