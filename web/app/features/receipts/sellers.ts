import { TicketReceiptService } from '@marquee/contracts/festival/v1/receipts_pb';
import { type Receipt, ReceiptKind, ReceiptService } from '@marquee/contracts/film/v1/receipts_pb';
import { PlanReceiptService } from '@marquee/contracts/identity/v1/receipts_pb';
import { client } from '../../api/browser/client.ts';

export type Seller = 'films' | 'plans' | 'tickets';
type Asked = { pageSize: number; cursor: string };
export type ReceiptPage = { receipts: Receipt[]; nextCursor: string };

/** The services that sell, and how each is asked for a page of receipts. */
export const PAGES: Record<Seller, (asked: Asked) => Promise<ReceiptPage>> = {
  films: (asked) => client(ReceiptService).listReceipts(asked),
  plans: (asked) => client(PlanReceiptService).listPlanReceipts(asked),
  tickets: (asked) => client(TicketReceiptService).listTicketReceipts(asked),
};

const SELLERS: Partial<Record<ReceiptKind, Seller>> = {
  [ReceiptKind.FILM]: 'films',
  [ReceiptKind.PLAN]: 'plans',
};

/** Where a receipt has its page. */
export const receiptPath = ({ kind, orderId }: Pick<Receipt, 'kind' | 'orderId'>): string =>
  `/settings/receipts/${SELLERS[kind] ?? 'tickets'}/${orderId}`;
