import { type Invariant, invariant } from '@marquee/data/invariants';

/** What must hold of the books of every service that keeps them. */
export const ledgerInvariants: readonly Invariant[] = [
  invariant(
    'ledger',
    'debits equal credits',
    `SELECT 'transfer ' || e.transfer_id || ' is out by ' || sum(e.amount) || ' ' || a.unit AS violation
     FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
     GROUP BY e.transfer_id, a.unit HAVING sum(e.amount) <> 0`,
  ),
  invariant(
    'ledger',
    'a balance is the sum of its entries',
    `WITH summed AS (
       SELECT account_id, sum(posted) AS posted, sum(held) AS held FROM (
         SELECT account_id, posted, held FROM ledger_balances
         UNION ALL SELECT account_id, posted, held FROM ledger_changes
       ) v GROUP BY account_id
     ), entered AS (
       SELECT e.account_id, coalesce(sum(e.amount) FILTER (WHERE t.state = 'POSTED'), 0) AS posted,
         coalesce(-sum(e.amount) FILTER (WHERE t.state = 'PENDING' AND e.amount < 0), 0) AS held
       FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id GROUP BY e.account_id
     )
     SELECT 'account ' || account_id || ' holds ' || coalesce(s.posted, 0) || ' and ' || coalesce(s.held, 0)
       || ', its entries say ' || coalesce(e.posted, 0) || ' and ' || coalesce(e.held, 0) AS violation
     FROM summed s FULL JOIN entered e USING (account_id)
     WHERE coalesce(s.posted, 0) <> coalesce(e.posted, 0) OR coalesce(s.held, 0) <> coalesce(e.held, 0)`,
  ),
  invariant(
    'ledger',
    'no account is negative that may not be',
    `SELECT a.kind || ' of ' || a.unit || ' has ' || sum(v.posted - v.held) AS violation
     FROM ledger_accounts a JOIN (
       SELECT account_id, posted, held FROM ledger_balances
       UNION ALL SELECT account_id, posted, held FROM ledger_changes
     ) v ON v.account_id = a.id
     WHERE NOT a.may_be_negative GROUP BY a.id, a.kind, a.unit HAVING sum(v.posted - v.held) < 0`,
  ),
];
