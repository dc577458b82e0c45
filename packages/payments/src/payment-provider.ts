/** What a payment waits for, or how it ended. A declined one waits for a card again. */
export type PaymentStatus = 'NEEDS_CARD' | 'NEEDS_ACTION' | 'PROCESSING' | 'SUCCEEDED' | 'CANCELLED';

/** A payment as the provider has it now. Amounts are minor units. */
export type Payment = {
  id: string;
  orderId: string;
  amount: bigint;
  /** As ISO 4217 writes it. */
  currency: string;
  status: PaymentStatus;
  /** With it the buyer's browser pays, and nothing else. */
  clientSecret: string;
  /** The provider's code of the last decline; '' without one. */
  decline: string;
  /** How much went back to the buyer. */
  refunded: bigint;
  /** The buyer's bank took the money back. */
  isDisputed: boolean;
};

export type RefundStatus = 'PENDING' | 'SUCCEEDED' | 'FAILED';

/** What a provider tells by itself. It says which payment to ask for, and no more is taken from it. */
export type ProviderEvent = {
  /** The provider's id: the same event may arrive many times. */
  id: string;
  type: string;
  /** '' for what is about no payment. */
  paymentId: string;
};

/**
 * A company that takes money. Calls go over a network: never inside a transaction. Each may be repeated, because ids
 * are ours.
 */
export type PaymentProvider = {
  /** As orders and events keep it. */
  name: string;
  /** The payment of an order, made the first time. */
  createPayment(order: { id: string; amount: bigint; currency: string; description: string }): Promise<Payment>;
  getPayment(paymentId: string): Promise<Payment>;
  /** Ends a payment that nobody has paid; gives it as it is if it cannot be cancelled any more. */
  cancelPayment(paymentId: string): Promise<Payment>;
  /** Gives the whole amount back; repeated with the same id, it says how that refund went. */
  refund(refund: { id: string; paymentId: string; amount: bigint }): Promise<RefundStatus>;
  /**
   * Reads what arrived at our address for its events.
   *
   * @throws DomainError INVALID, WEBHOOK_REFUSED for a signature that is missing, wrong or too old
   */
  readEvent(body: Uint8Array, signature: string): ProviderEvent;
};
