/** PENDING: not all is known of its owner. RESTRICTED: the provider does not pay out to it, until its owner answers what is asked. */
export type PayoutAccountStatus = 'PENDING' | 'RESTRICTED' | 'ENABLED';

export type ConnectedAccount = {
  /** The provider's. */
  id: string;
  status: PayoutAccountStatus;
};

export type PayoutStatus = 'PENDING' | 'PAID' | 'FAILED';

/** A payout as the provider has it. */
export type ProviderPayout = {
  status: PayoutStatus;
  /** The provider's code; '' unless it failed. */
  failure: string;
};

/**
 * A company that pays out what sellers have earned. Calls go over a network: never inside a transaction. Each may be
 * repeated, because ids are ours.
 */
export type PayoutProvider = {
  name: string;
  /** The account of an owner, made the first time. */
  createAccount(owner: { ownerId: string }): Promise<ConnectedAccount>;
  getAccount(accountId: string): Promise<ConnectedAccount>;
  /**
   * A page of the provider, for once, on which the owner says who they are and where money goes. They come back to a path
   * of the site.
   */
  onboardingLink(accountId: string, returnPath: string): Promise<string>;
  /** The provider's own page of an account, for once. */
  dashboardLink(accountId: string): Promise<string>;
  /** Pays; repeated with the same id, it says how that payout went. */
  pay(payout: { id: string; accountId: string; amount: bigint; currency: string }): Promise<ProviderPayout>;
  /** How a payout went; undefined for one that was never made. */
  getPayout(id: string, accountId: string): Promise<ProviderPayout | undefined>;
};
