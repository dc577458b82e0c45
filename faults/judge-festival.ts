import { scansOnRecord, ticketsOnRecord, votesOnRecord } from '@marquee/festival/invariants';
import type { Claims } from './claims.ts';
import type { Owners } from './owners.ts';
import type { Verdict } from './verdict.ts';

/**
 * Compares what buyers, voters and doors were acknowledged with what festival has. That nothing is oversold, and that no money is
 * kept without its ticket or refund, also of orders that nobody was acknowledged, are invariants of festival itself.
 */
export async function judgeFestival(verdict: Verdict, claims: Claims, owners: Owners): Promise<void> {
  const query = owners.query('festival');
  const tickets = await ticketsOnRecord(query, [...claims.purchases.keys()]);
  for (const [orderId, { acknowledged }] of claims.purchases) {
    const count = tickets.get(orderId) ?? 0;
    if (acknowledged) verdict.acknowledged += 1;
    if (acknowledged && count === 0) verdict.lost.push(`the ticket of the order ${orderId}`);
    if (count > 1) verdict.doubled.push(`${count - 1} tickets of an order of one`);
  }
  const votes = await votesOnRecord(query, [...new Set([...claims.votes.values()].map(({ ballotId }) => ballotId))]);
  for (const [accountId, { receipt }] of claims.votes) {
    const receipts = votes.filter((one) => one.accountId === accountId).map((one) => one.receipt);
    if (receipt) verdict.acknowledged += 1;
    if (receipt && !receipts.includes(receipt)) verdict.lost.push(`the vote with the receipt ${receipt}`);
    if (receipts.length > 1) verdict.doubled.push('a vote of a ballot on which one film is chosen');
  }
  const scans = await scansOnRecord(query, [...claims.scans.keys()]);
  for (const [id, { acknowledged }] of claims.scans) {
    if (acknowledged) verdict.acknowledged += 1;
    if (acknowledged && !scans.has(id)) verdict.lost.push(`the scan ${id}`);
  }
}
