/** What directors and their teams read about the money of an organization. */
export const ORGANIZATION_MONEY_MESSAGES = {
  directorNeeded: 'Only the director of the organization can do this.',
  held: 'Payouts wait while the organization is inactive or its director is suspended. The money is safe, and is paid out once that ends.',
} as const;
