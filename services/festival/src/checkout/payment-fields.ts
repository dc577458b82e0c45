import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { browserPayment } from '@marquee/payments/browser-payment';
import type { Order, Refund } from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import { declineMessage } from '@marquee/rules/payments';

const STEPS = {
  NEEDS_CARD: PaymentStep.CARD,
  NEEDS_ACTION: PaymentStep.CHALLENGE,
  PROCESSING: PaymentStep.WAIT,
  SUCCEEDED: PaymentStep.WAIT,
  CANCELLED: PaymentStep.NONE,
} as const satisfies Record<Payment['status'], PaymentStep>;

type Paid = { order: Order | undefined; payment: Payment | undefined; refund: Refund | undefined };

/** How an order stands, as every message of one says it; `freeState` is that of what costs nothing. */
export function paymentFields({ order, payment, refund }: Paid, freeState: OrderState) {
  const isUnpaid = order?.state === 'CREATED' || order?.state === 'PAYING';
  return {
    state: order ? OrderState[order.state] : freeState,
    step: isUnpaid && order.paidAt === null && payment ? STEPS[payment.status] : PaymentStep.NONE,
    declineMessage: isUnpaid && order.decline !== '' ? declineMessage(order.decline) : '',
    refunding: refund !== undefined,
    fulfilled: order !== undefined && order.fulfilledAt !== null,
    stripe: isUnpaid ? browserPayment(payment) : undefined,
  };
}
