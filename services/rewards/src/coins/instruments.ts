import { observed } from '@marquee/runtime/telemetry/instruments';

export const coinDifferences = observed(
  'marquee_coin_differences',
  'Grants, holds and wallets of coins that the ledger says something else of, by kind',
);
