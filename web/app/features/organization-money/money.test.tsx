import { Code } from '@connectrpc/connect';
import { EarningSourceKind } from '@marquee/contracts/festival/v1/earnings_pb';
import {
  OrganizationStanding,
  OrganizationStatus,
  OrganizationType,
} from '@marquee/contracts/festival/v1/organization_pb';
import { PayoutAccountStatus, PayoutState, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import * as route from '../../routes/festivals/money.tsx';
import * as testAccount from '../../routes/festivals/money-test-account.tsx';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { press } from '../../testing/show-page.tsx';

const totals = { sales: 3n, refunds: 1n, earnings: 1_920n, eoFee: 480n };
const organization = {
  ...{ id: 'o1', name: 'Lumen', type: OrganizationType.FILM_FESTIVAL, status: OrganizationStatus.ACTIVE },
};
const answers: Answers = {
  getOrganization: () => ({ organization, canManage: true, standing: OrganizationStanding.DIRECTOR }),
  getFestivalEarnings: () => ({ totals, available: 1_500n, paidOut: 420n, currency: 'USD', feeBasisPoints: 2_000 }),
  listEarningSources: () => ({
    sources: [
      { kind: EarningSourceKind.EVENT, id: 'e1', name: 'Opening night', tickets: 2, totals },
      { kind: EarningSourceKind.CALL, id: 'c1', name: 'Shorts', totals: {} },
    ],
  }),
  listFestivalEarningDays: () => ({}),
  getFestivalPayoutAccount: () => ({
    ...{
      available: true,
      status: PayoutAccountStatus.ENABLED,
      minimum: 1_000n,
      mayConnect: true,
      isStripeLinked: true,
    },
  }),
  listFestivalPayouts: () => ({ payouts: [{ id: 'p1', amount: 420n, state: PayoutState.PAID }] }),
};
const open = (given: Answers = answers) =>
  openRoute(route, '/user/orgs/o1/money', { path: '/user/orgs/:festivalId/money', viewer: aPerson(), answers: given });

test('a director reads earnings, fee and payouts to the cent, and asks for the rest [FES-06:monetization] [ADO-05:currency]', async () => {
  const { sent } = await open({ ...answers, requestFestivalPayout: () => ({ payout: { id: 'p2', amount: 1_500n } }) });
  const figure = (name: string) =>
    screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.nextElementSibling?.textContent;
  expect(['Earnings', 'Platform fee', 'Available', 'Paid out'].map(figure)).toEqual([
    '$19.20',
    '$4.80',
    '$15.00',
    '$4.20',
  ]);
  const table = within(screen.getByRole('table', { name: 'Earnings by event, pass and call' }));
  expect(table.getByRole('link', { name: 'Opening night' }).getAttribute('href')).toBe('/user/orgs/o1/events/e1');
  expect(sent('listEarningSources')).toMatchObject([{ festivalId: 'o1', pageSize: 24 }]);
  await press('Pay out $15.00');
  const [asked] = sent('requestFestivalPayout') as { festivalId: string }[];
  expect(asked?.festivalId).toBe('o1');
});

test('a manager sees the money and not the way to have it sent', async () => {
  const account = { available: true, status: PayoutAccountStatus.ENABLED, minimum: 1_000n, held: true };
  await open({
    ...{ ...answers, getFestivalPayoutAccount: () => account },
    getOrganization: () => ({ organization, canManage: true, standing: OrganizationStanding.MANAGER }),
  });
  expect(screen.getByText('Only the director connects an account and asks for payouts.')).toBeTruthy();
  expect(screen.getByText(/Payouts wait while the organization is inactive/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Pay out/ })).toBeNull();
});

test('who has sold nothing reads what will stand there, and a refusal says why', async () => {
  const failure = { message: 'A payout is at least $10.00. Yours comes once there is enough.' };
  await open({
    ...answers,
    listEarningSources: () => ({}),
    requestFestivalPayout: refusing(Code.FailedPrecondition, failure),
  });
  expect(screen.getByText('Nothing was sold yet')).toBeTruthy();
  await press('Pay out $15.00');
  expect((await screen.findByRole('alert')).textContent).toBe(failure.message);
});

test('a director runs team, submissions, monetization and fan club; a media club takes no submissions [FES-06]', async () => {
  const tabs = () =>
    within(screen.getByRole('navigation', { name: 'Parts of the organization' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  const page = await open();
  expect(tabs()).toEqual(['Overview', 'Dashboard', 'Events', 'Submissions', 'Team', 'Monetization', 'Fan club']);
  expect(page.sent('getOrganization')).toHaveLength(1);
  cleanup();
  const club = { ...organization, type: OrganizationType.MEDIA_CLUB };
  await open({
    ...answers,
    getOrganization: () => ({ organization: club, canManage: true, standing: OrganizationStanding.DIRECTOR }),
  });
  expect(tabs()).toEqual(['Overview', 'Dashboard', 'Events', 'Team', 'Monetization', 'Fan club']);
});

describe('the test account of a festival', () => {
  const at = '/user/orgs/o1/money/test-account';
  const account = { status: PayoutAccountStatus.ENABLED, testOutcome: TestPayoutOutcome.PAID, mayConnect: true };
  const openAccount = (part: object, more: Answers = {}) =>
    openRoute(testAccount, at, {
      ...{ path: '/user/orgs/:festivalId/money/test-account', viewer: aPerson() },
      answers: { ...answers, getFestivalPayoutAccount: () => ({ ...account, ...part }), ...more },
    });

  test('is set by its director, who comes back to the money then', async () => {
    const { sent } = await openAccount({}, { setTestFestivalPayoutAccount: () => ({}) });
    expect(screen.getByRole('heading', { level: 1, name: 'Test account' })).toBeTruthy();
    await press('Save and go back');
    await waitFor(() => expect(sentTo()).toBe('/user/orgs/o1/money'));
    expect(sent('setTestFestivalPayoutAccount')).toMatchObject([
      { festivalId: 'o1', status: PayoutAccountStatus.ENABLED, outcome: TestPayoutOutcome.PAID },
    ]);
  });

  test.each([
    [{ mayConnect: false }],
    [{ testOutcome: TestPayoutOutcome.UNSPECIFIED }],
    [{ status: PayoutAccountStatus.UNSPECIFIED }],
  ])('is not there for others, at another provider, or before it is connected: %j', async (part) => {
    await openAccount(part);
    await waitFor(() => expect(sentTo()).toBe('/user/orgs/o1/money'));
  });

  test('and the money are closed to who may not see them', async () => {
    const programmer = { organization, canManage: true, standing: OrganizationStanding.PROGRAMMER };
    await openAccount({}, { getOrganization: () => programmer });
    expect(screen.getByText("You don't have access to this page.")).toBeTruthy();
    await open({ ...answers, getOrganization: () => programmer });
    expect(screen.getByText("You don't have access to this page.")).toBeTruthy();
  });
});
