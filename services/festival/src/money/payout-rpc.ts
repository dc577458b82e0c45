import {
  OrganizationPayoutService,
  type SetTestFestivalPayoutAccountRequest,
} from '@marquee/contracts/festival/v1/payouts_pb';
import { PayoutAccountStatus, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { payoutMessage } from '@marquee/payments/payout-message';
import { rpc } from '@marquee/service/rpc';
import { read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import { listOfFestivalSchema } from './list-earning-sources.ts';
import { listFestivalPayouts } from './list-festival-payouts.ts';
import {
  getFestivalPayoutAccount,
  openFestivalPayoutDashboard,
  openFestivalPayoutOnboarding,
  setTestFestivalPayoutAccount,
  setTestFestivalPayoutAccountSchema,
} from './payout-account.ts';
import { payoutAccountMessage } from './payout-message.ts';
import { requestFestivalPayout, requestFestivalPayoutSchema } from './request-festival-payout.ts';
import { sendPayout } from './send-payout.ts';

/** How organizations get their part. */
export const organizationPayoutRpc = rpc<FestivalResources>()(OrganizationPayoutService, {
  getFestivalPayoutAccount: writeWithoutTransaction(festivalIdSchema, getFestivalPayoutAccount, payoutAccountMessage),
  openFestivalPayoutOnboarding: writeWithoutTransaction(festivalIdSchema, openFestivalPayoutOnboarding),
  openFestivalPayoutDashboard: writeWithoutTransaction(festivalIdSchema, openFestivalPayoutDashboard),
  requestFestivalPayout: write(
    requestFestivalPayoutSchema,
    requestFestivalPayout,
    (payout) => ({ payout: payoutMessage(payout) }),
    {
      async after(resources, _result, _context, _before, answer) {
        const sent = await sendPayout(resources, answer.payout?.id ?? '');
        return sent ? { payout: payoutMessage(sent) } : {};
      },
    },
  ),
  listFestivalPayouts: read(listOfFestivalSchema, listFestivalPayouts, ({ rows, nextCursor }) => ({
    ...{ payouts: rows.map(payoutMessage), nextCursor },
  })),
  setTestFestivalPayoutAccount: writeWithoutTransaction(
    setTestFestivalPayoutAccountSchema,
    setTestFestivalPayoutAccount,
    undefined,
    {
      from: ({ festivalId, status, outcome }: SetTestFestivalPayoutAccountRequest) => ({
        ...{ festivalId, status: PayoutAccountStatus[status], outcome: TestPayoutOutcome[outcome] },
      }),
    },
  ),
});
