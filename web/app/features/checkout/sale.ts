import type { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import type { TestCard } from '@marquee/rules/payments';

/** What the browser pays with at Stripe. */
export type StripePayment = { clientSecret: string; publishableKey: string };
/** Whether Stripe needs a card, or its buyer's bank asks something. */
export type StripeStep = 'card' | 'challenge';

/** What the orders of all that is sold have in common. */
export type SaleOrder = {
  id: string;
  state: OrderState;
  step: PaymentStep;
  amount: bigint;
  declineMessage: string;
  refunding: boolean;
  /** What it pays for was the buyer's, before its payment went back. */
  fulfilled: boolean;
  /** The card that pays it is saved. */
  savesCard?: boolean;
  /** Where Stripe takes the payment. */
  stripe?: StripePayment | undefined;
};

type Answer<O> = Promise<O | undefined>;

/** Something that can be bought, and how the service that sells it is asked. The same object as long as it is the same. */
export type Sale<O extends SaleOrder> = {
  /** Under which its order is kept in this tab. */
  key: string;
  /** What the page shows, in cents. */
  price: bigint;
  open(orderId: string, price: bigint): Answer<O>;
  get(orderId: string): Answer<O>;
  /** Before the browser pays at the provider itself: refuses an order that is not sold so any more. Undefined where none is. */
  check?(order: O): Promise<unknown>;
  /** Pays with a card of the test provider. */
  confirm(orderId: string, card: TestCard): Answer<O>;
  /** Answers the buyer's bank, as the test provider asks. */
  answer(orderId: string, approved: boolean): Answer<O>;
  /** How it is paid with a saved card, and a new one is saved; undefined where it is neither. */
  cards?: SaleCards<O>;
};

export type SaleCards<O> = {
  /** The same attempt repeated is one attempt. */
  pay(orderId: string, attempt: { attemptId: string; methodId: string }): Answer<O>;
  /** Whether the card that pays is saved for later. */
  save(orderId: string, save: boolean): Answer<O>;
};

/** What takes the payment of an order is given. */
export type PaymentProps<O extends SaleOrder> = {
  sale: Sale<O>;
  order: O;
  /** The payment is about to be sent. */
  onPaying: () => void;
  onOrder: (order: O | undefined) => void;
  /** It was refused. Gives true where that is shown in its place, and false for what may be tried again. */
  onRefused: (error: unknown) => boolean;
  /** What the service has to know before the card pays; true where it has changed the payment. */
  beforePaying?: (() => Promise<boolean>) | undefined;
};
