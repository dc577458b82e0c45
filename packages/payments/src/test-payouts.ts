import { randomBytes } from 'node:crypto';
import type { Database } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import type { PayoutAccountStatus, PayoutProvider, ProviderPayout } from './payout-provider.ts';

/** How long what is slow takes. */
const DELAY_MS = 4_000;

/** How payouts to a test account end. */
export const TEST_PAYOUT_OUTCOMES = ['PAID', 'SLOW', 'FAILED'] as const;
export type TestPayoutOutcome = (typeof TEST_PAYOUT_OUTCOMES)[number];

/** What is set of a test account: what a company would find out of its owner, and how payouts to it end. */
export type TestPayoutAccount = { status: PayoutAccountStatus; paysAs: TestPayoutOutcome };

/** Pays nobody. Its pages are of the site itself, and its accounts are what is set on them. */
export type TestPayoutProvider = PayoutProvider & {
  getTestAccount(accountId: string): Promise<TestPayoutAccount>;
  setTestAccount(accountId: string, set: TestPayoutAccount): Promise<void>;
};

type Row = { id: string; status: PayoutAccountStatus; paysAs: TestPayoutOutcome };

/** @param pageUrl where the owner of a test account sets what is known of them; of each account its own, by its id */
export function createTestPayouts({
  db,
  clock,
  pageUrl,
}: {
  db: Pick<Database, 'query'>;
  clock: Clock;
  pageUrl: string | ((accountId: string) => Promise<string>);
}): TestPayoutProvider {
  async function get(id: string): Promise<Row> {
    const text = 'SELECT id, status, pays_as FROM test_payout_accounts WHERE id = $1';
    const [row] = await db.query<Row>(text, [id]);
    if (!row) throw accountUnknown();
    return row;
  }

  const pageOf = async (accountId: string) => {
    await get(accountId);
    return typeof pageUrl === 'string' ? pageUrl : pageUrl(accountId);
  };

  /** A slow one ends by the clock. */
  async function payoutOf(id: string): Promise<ProviderPayout | undefined> {
    const text = "UPDATE test_payouts SET status = 'PAID' WHERE id = $1 AND status = 'PENDING' AND due_at <= $2";
    await db.query(text, [id, clock.now()]);
    const [row] = await db.query<ProviderPayout>('SELECT status, failure FROM test_payouts WHERE id = $1', [id]);
    return row;
  }

  return {
    name: 'test',
    async createAccount({ ownerId }) {
      await db.query(
        `INSERT INTO test_payout_accounts (id, owner_id, status, pays_as, created_at)
         VALUES ($1, $2, 'PENDING', 'PAID', $3) ON CONFLICT DO NOTHING`,
        [`acct_test_${randomBytes(12).toString('hex')}`, ownerId, clock.now()],
      );
      const text = 'SELECT id, status FROM test_payout_accounts WHERE owner_id = $1';
      const [row] = await db.query<Row>(text, [ownerId]);
      if (!row) throw accountUnknown();
      return { id: row.id, status: row.status };
    },
    async getAccount(accountId) {
      const { id, status } = await get(accountId);
      return { id, status };
    },
    onboardingLink: (accountId) => pageOf(accountId),
    dashboardLink: (accountId) => pageOf(accountId),
    async pay({ id, accountId, amount, currency }) {
      const { status, paysAs } = await get(accountId);
      const now = clock.now();
      const isRefused = status !== 'ENABLED' || paysAs === 'FAILED';
      const failure = status === 'ENABLED' ? 'account_closed' : 'payouts_not_allowed';
      const dueAt = paysAs === 'SLOW' ? new Date(now.getTime() + DELAY_MS) : null;
      const first = isRefused ? 'FAILED' : dueAt ? 'PENDING' : 'PAID';
      await db.query(
        `INSERT INTO test_payouts (id, account_id, amount, currency, status, failure, due_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
        [id, accountId, amount, currency, first, isRefused ? failure : '', dueAt, now],
      );
      return (await payoutOf(id)) as ProviderPayout;
    },
    getPayout: (id) => payoutOf(id),
    async getTestAccount(accountId) {
      const { status, paysAs } = await get(accountId);
      return { status, paysAs };
    },
    async setTestAccount(accountId, { status, paysAs }) {
      const text = 'UPDATE test_payout_accounts SET status = $2, pays_as = $3 WHERE id = $1';
      await db.query(text, [accountId, status, paysAs]);
    },
  };
}

function accountUnknown(): DomainError {
  return new DomainError({
    kind: 'NOT_FOUND',
    reason: 'PAYOUT_ACCOUNT_NOT_FOUND',
    message: 'There is no such account.',
  });
}
