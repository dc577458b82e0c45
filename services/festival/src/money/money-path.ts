/** The page of an organization's money, below which the others of it are. */
export const moneyPath = (festivalId: string): string => `/user/orgs/${festivalId}/money`;
