import { invariant, type ServiceInvariants } from '@marquee/data/invariants';
import { ledgerInvariants } from '@marquee/ledger/invariants';

export const invariants: ServiceInvariants = {
  invariants: [
    ...ledgerInvariants,
    invariant(
      'coins',
      'what is held in the ledger is held for an order, and what is held for one is in the ledger',
      `SELECT 'order ' || h.order_id || ' is ' || h.state || ', its transfer ' || coalesce(t.state, 'missing') AS violation
       FROM coin_holds h LEFT JOIN ledger_transfers t ON t.id = h.transfer_id
       WHERE h.transfer_id IS NOT NULL AND t.state IS DISTINCT FROM CASE h.state WHEN 'HELD' THEN 'PENDING' WHEN 'POSTED' THEN 'POSTED'
         WHEN 'RETURNED' THEN 'POSTED' ELSE 'VOIDED' END`,
    ),
    invariant(
      'coins',
      'each grant is in the ledger once',
      `SELECT 'grant ' || g.id || ' of ' || g.coins || ' moved ' || coalesce(sum(e.amount), 0) AS violation
       FROM coin_grants g LEFT JOIN ledger_entries e ON e.transfer_id = g.id AND e.amount > 0
       GROUP BY g.id, g.coins HAVING coalesce(sum(e.amount), 0) <> g.coins`,
    ),
  ],
  owns: {},
  copies: {},
};
