import {
  PayoutAccountStatus,
  PayoutService,
  type SetTestPayoutAccountRequest,
  TestPayoutOutcome,
} from '@marquee/contracts/film/v1/payouts_pb';
import { payoutMessage } from '@marquee/payments/payout-message';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import { listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { listPayouts } from './list-payouts.ts';
import {
  getPayoutAccount,
  openPayoutDashboard,
  openPayoutOnboarding,
  setTestPayoutAccount,
  setTestPayoutAccountSchema,
} from './payout-account.ts';
import { payoutAccountMessage } from './payouts-message.ts';
import { requestPayout, requestPayoutSchema } from './request-payout.ts';

/** How makers get their part. Each method is about the viewer's own account. */
export const payoutsRpc = rpc<FilmResources>()(PayoutService, {
  getPayoutAccount: writeWithoutTransaction(noInput, getPayoutAccount, payoutAccountMessage),
  openPayoutOnboarding: writeWithoutTransaction(noInput, openPayoutOnboarding),
  openPayoutDashboard: writeWithoutTransaction(noInput, openPayoutDashboard),
  requestPayout: write(requestPayoutSchema, requestPayout, (payout) => ({ payout: payoutMessage(payout) }), {
    // The provider is asked at once; the sweeper does it if it does not answer.
    async after({ sales, log }, _result, _context, _before, answer) {
      const sent = await sales?.payouts.send(answer.payout?.id ?? '').catch((err: unknown) => {
        log.warn({ err }, 'a payout waits for the payment provider');
        return undefined;
      });
      return sent ? { payout: payoutMessage(sent) } : {};
    },
  }),
  listPayouts: read(listSchema, listPayouts, ({ rows, nextCursor }) => ({
    payouts: rows.map(payoutMessage),
    nextCursor,
  })),
  setTestPayoutAccount: writeWithoutTransaction(setTestPayoutAccountSchema, setTestPayoutAccount, undefined, {
    from: ({ status, outcome }: SetTestPayoutAccountRequest) => ({
      status: PayoutAccountStatus[status],
      outcome: TestPayoutOutcome[outcome],
    }),
  }),
});
