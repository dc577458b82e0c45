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
  /** The provider's public key, for a browser that pays at the provider itself; undefined where it pays by our own methods. */
  browserKey?: string | undefined;
  /** The provider's code of the last decline; '' without one. */
  decline: string;
  /** How much went back to the buyer, without what failed afterwards. */
  refunded: bigint;
  /** The refunds that failed, at once or days after they had succeeded; undefined where none did. */
  failedRefunds?: readonly FailedRefund[];
  dispute: DisputeState;
  /** The card that pays is saved for the buyer's later payments. */
  savesCard: boolean;
  /** It succeeded as far as the provider only holds what is paid: `capture` takes it once the order is delivered. */
  isHeld?: boolean;
};

/** A refund that failed does not succeed any more: what it gave back is ours again. */
export type FailedRefund = {
  /** Ours; of one that was made at the provider itself, anything else. */
  id: string;
  amount: bigint;
  /** In the provider's code; '' where it does not say. */
  failure: string;
};

/** Whether the buyer's bank has taken the money back. OPEN: it has, until it decides; WON: it gave it back. */
export type DisputeState = 'NONE' | 'OPEN' | 'WON' | 'LOST';

export type RefundStatus = 'PENDING' | 'SUCCEEDED' | 'FAILED';

/** What a provider tells by itself. It says which payment to ask for. */
export type ProviderEvent = {
  /** The provider's id: the same event may arrive many times. */
  id: string;
  type: string;
  /** '' for what is about no payment. */
  paymentId: string;
  /** True where it says that the payment has succeeded, and nothing else. The payment is asked for anyway, unless that is known. */
  saysPaid: boolean;
};

/** As many saved cards of a customer as are listed. */
export const METHODS_MAX = 20;

/** A card, or another way to pay, that the provider keeps for one of its customers. */
export type SavedMethod = {
  /** The provider's id. It pays for that customer only, and is no secret. */
  id: string;
  customerId: string;
  /** In lower case, as `visa`; `bank` for a bank account. */
  brand: string;
  last4: string;
  /** 1 to 12, and four digits; both 0 for what does not expire. */
  expiryMonth: number;
  expiryYear: number;
};

/** How a card is being saved without paying. One that was declined waits for a card again. */
export type CardSetup = {
  id: string;
  status: 'NEEDS_CARD' | 'NEEDS_ACTION' | 'PROCESSING' | 'SUCCEEDED' | 'CANCELLED';
  /** With it the buyer's browser enters the card, and nothing else. */
  clientSecret: string;
  /** As that of a payment. */
  browserKey?: string | undefined;
  /** The provider's code of the last decline; '' without one. */
  decline: string;
  /** What was saved, once it SUCCEEDED. */
  method: SavedMethod | undefined;
};

/** Pays a payment with a saved card. */
export type MethodAttempt = {
  /** Ours: the same attempt repeated is one attempt, and says how the payment stands now. */
  id: string;
  paymentId: string;
  customerId: string;
  methodId: string;
  /** Nobody is there to answer the bank. */
  isOffSession: boolean;
  /** The path of the page that follows the payment, should the bank ask on a page of its own. */
  returnPath: string;
};

/** What a payment is made for. */
export type PaidOrder = {
  id: string;
  amount: bigint;
  currency: string;
  /** What the buyer reads at the provider. */
  description: string;
  /** Who pays and for what, for a provider that has accounts of its own for them. */
  accountId?: string | null;
  itemId?: string;
};

/**
 * A company that takes money. Calls go over a network: never inside a transaction. Each may be repeated, because ids
 * are ours.
 */
export type PaymentProvider = {
  /** As orders and events keep it. */
  name: string;
  /** The payment of an order, made the first time. */
  createPayment(order: PaidOrder): Promise<Payment>;
  getPayment(paymentId: string): Promise<Payment>;
  /** Of a provider whose payments have ids that follow from the order: the id of this one's, made or not. */
  paymentIdOf?(order: Pick<PaidOrder, 'id' | 'currency'>): string | undefined;
  /** Takes what is held for a payment whose order was delivered; repeated, it says how the payment stands. */
  capture?(paymentId: string): Promise<Payment>;
  /**
   * Ends a payment that nobody has paid; gives it as it is if it cannot be cancelled any more. With the order, a provider of
   * `paymentIdOf` makes none for it later either.
   */
  cancelPayment(paymentId: string, order?: Omit<PaidOrder, 'description'>): Promise<Payment>;
  /** Gives an amount back, of several refunds at most what was taken; repeated with the same id, it says how that refund went. */
  refund(refund: { id: string; paymentId: string; amount: bigint }): Promise<RefundStatus>;
  /** Why a refund of ours failed, in the provider's code; undefined where it does not say. */
  refundFailure?(refund: { id: string; paymentId: string }): Promise<string | undefined>;
  /** The provider's id of an account that saves cards, made the first time: the same account is the same customer. */
  createCustomer(accountId: string): Promise<string>;
  /** Begins to save a card for later payments without the buyer; repeated with the same id, it is the same one. */
  createSetup(setup: { id: string; customerId: string }): Promise<CardSetup>;
  getSetup(setupId: string): Promise<CardSetup>;
  /** What the provider keeps for a customer, at most 20, newest first. */
  listMethods(customerId: string): Promise<SavedMethod[]>;
  /** Forgets a saved card; nothing happens where it is gone already or belongs to another customer. */
  removeMethod(method: { customerId: string; methodId: string }): Promise<void>;
  /** Forgets a customer with all that it keeps for it; nothing happens where it is gone already. */
  removeCustomer(customerId: string): Promise<void>;
  /**
   * Pays a payment of `createPayment`, which waits for a card, with a saved one. A decline gives NEEDS_CARD with its code,
   * as an attempt by hand does. A bank that wants to ask gives NEEDS_ACTION where the buyer is there, and off session
   * NEEDS_CARD with `authentication_required`. A method that is gone, or another customer's, gives the payment as it is with
   * `payment_method_gone`, in this answer alone. A question of the bank that nobody has answered gives way to another attempt
   * off session. A payment that waits for no card is given as it is otherwise.
   */
  payWithMethod(attempt: MethodAttempt): Promise<Payment>;
  /**
   * Has the card that pays a payment saved for a customer, or with undefined not saved. What pays and is no card is never
   * saved. Nothing changes for a payment that waits for no card.
   */
  saveCardOf(payment: { paymentId: string; customerId: string | undefined }): Promise<Payment>;
  /**
   * Reads what arrived at our address for its events.
   *
   * @throws DomainError INVALID, WEBHOOK_REFUSED for a signature that is missing, wrong or too old
   */
  readEvent(body: Uint8Array, signature: string): ProviderEvent;
};
