import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EarningSourceKind } from '@marquee/contracts/festival/v1/earnings_pb';
import { OrganizationStatus, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { EventStatus } from '@marquee/contracts/festival/v1/programme_pb';
import { PayoutAccountStatus, PayoutState } from '@marquee/contracts/film/v1/payouts_pb';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { BillingInterval, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { type Answers, failing } from '@marquee/testing/answer-calls';
import { screen, within } from '@testing-library/react';
import { closed, press, show } from '../testing/show.tsx';

const at = (time: string) => timestampFromDate(new Date(time));
const any = {
  organization: { id: 'f1', name: 'Lumen', type: OrganizationType.FILM_FESTIVAL, status: OrganizationStatus.ACTIVE },
  agreement: { yearsOfContract: 2, createdAt: at('2026-01-10T12:00:00Z'), expirationDate: at('2099-01-10T12:00:00Z') },
};
const totals = { sales: 3n, refunds: 1n, earnings: 1_920n, eoFee: 480n };
const answers: Answers = {
  getAnyOrganization: () => ({ organization: any }),
  getFestivalEarnings: () => ({ totals, available: 1_500n, paidOut: 420n }),
  getFestivalPayoutAccount: () => ({ available: true, isStripeLinked: true }),
  listEarningSources: () => ({
    sources: [{ kind: EarningSourceKind.EVENT, id: 'e1', name: 'Opening night', tickets: 2, totals }],
  }),
  listFestivalPayouts: () => ({ payouts: [{ id: 'p1', amount: 420n, state: PayoutState.PAID }] }),
  getDirectorSubscription: () => ({
    plansSold: true,
    subscription: {
      ...{ plan: SubscriptionType.PRO, state: SubscriptionState.ACTIVE, interval: BillingInterval.YEARLY, ends: true },
      periodEnd: at('2027-01-10T12:00:00Z'),
    },
  }),
};

test('earnings of a festival, its payment link, its agreement and the plan of its director stand with two decimals [ADO-05] [ADO-02:monetization]', async () => {
  await show('/festivals/f1?tab=monetization', answers);
  expect(await screen.findByText('$15.00')).toBeTruthy();
  expect(screen.getByText('Linked')).toBeTruthy();
  expect(screen.queryByText(/^Payouts wait|^No payment provider/)).toBeNull();
  expect(screen.getByText('Approved')).toBeTruthy();
  const plan = within(await screen.findByRole('table', { name: 'Subscription of the director' }));
  for (const shown of ['Pro', 'Active', 'Yearly', /2027/]) expect(plan.getByText(shown)).toBeTruthy();
  const row = within(await screen.findByRole('table', { name: 'Earnings by event' }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    ...['Opening night', 'Event', '2', '1', '$4.80', '$19.20'],
  ]);
  expect(within(await screen.findByRole('table', { name: 'Payouts' })).getByText('$4.20')).toBeTruthy();
});

test('a festival without an account says so, and what cannot be loaded too', async () => {
  const account = { available: true, held: true };
  await show('/festivals/f1?tab=monetization', {
    ...answers,
    getFestivalPayoutAccount: () => account,
    listEarningSources: () => ({}),
    listFestivalPayouts: () => ({}),
    getDirectorSubscription: () => ({ plansSold: true }),
  });
  expect(await screen.findByText('Not linked')).toBeTruthy();
  expect(await screen.findByText('Nobody directs this festival.')).toBeTruthy();
  expect(screen.getByText(/Payouts wait/)).toBeTruthy();
  expect(await screen.findByText('No payouts yet.')).toBeTruthy();
  const failed = { getDirectorSubscription: failing };
  await show('/festivals/f1?tab=monetization', { ...answers, ...failed });
  expect(await screen.findByText('Failed to load the subscription')).toBeTruthy();
  await show('/festivals/f1?tab=monetization', { ...answers, getFestivalEarnings: failing });
  expect(await screen.findByText('Failed to load earnings')).toBeTruthy();
});

test('an account that is begun, no provider, a payout that failed and an event that is gone are named', async () => {
  const account = (more: object) => ({ ...answers, getFestivalPayoutAccount: () => ({ available: true, ...more }) });
  for (const status of [PayoutAccountStatus.PENDING, PayoutAccountStatus.RESTRICTED]) {
    await show('/festivals/f1?tab=monetization', account({ status }));
    expect(await screen.findByText('Not finished')).toBeTruthy();
  }
  await show('/festivals/f1?tab=monetization', {
    ...account({ available: false, held: true }),
    getFestivalEarnings: () => ({}),
    listEarningSources: () => ({ sources: [{ kind: EarningSourceKind.PASS, id: 'p1', name: '' }] }),
    listFestivalPayouts: () => ({
      payouts: [{ id: 'p1', state: PayoutState.FAILED, failureMessage: 'The bank refused it.' }],
    }),
    getDirectorSubscription: () => ({}),
  });
  expect(await screen.findByText('No payment provider is set up.')).toBeTruthy();
  expect(screen.queryByText(/^Payouts wait/)).toBeNull();
  expect(await screen.findByText('The bank refused it.')).toBeTruthy();
  const row = within(await screen.findByRole('table', { name: 'Earnings by event' }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    ...['A deleted event', 'Pass', '0', '0', '$0.00', '$0.00'],
  ]);
  expect(await screen.findByText('No plans are sold.')).toBeTruthy();
});

test.each([
  ['getFestivalPayoutAccount', 'Failed to load earnings'],
  ['listEarningSources', 'Failed to load earnings'],
  ['listFestivalPayouts', 'Failed to load payouts'],
] as const)('what %s does not answer is said, and tried again', async (method, text) => {
  const { sent } = await show('/festivals/f1?tab=monetization', { ...answers, [method]: failing });
  expect(await screen.findByText(text)).toBeTruthy();
  for (const { pageSize = 100 } of sent(method)) expect(pageSize).toBe(100);
  const before = sent(method).length;
  await press('Try again');
  expect(sent(method).length).toBeGreaterThan(before);
});

test('the events of a festival have a tab, drafts and cancelled ones too [ADO-02:events]', async () => {
  const events = [
    { id: 'e1', name: 'Opening night', status: EventStatus.PUBLISHED, eventVirtual: true, sellingTickets: true },
    { id: 'e2', name: 'Closing night', status: EventStatus.CANCELLED, venue: { name: 'Rivoli' } },
  ];
  const { sent } = await show('/festivals/f1?tab=events', { ...answers, listFestivalEvents: () => ({ events }) });
  expect(sent('listFestivalEvents')).toMatchObject([{ festivalId: 'f1', pageSize: 50 }]);
  const table = within(await screen.findByRole('table', { name: 'Events' }));
  expect(table.getByRole('link', { name: 'Opening night' }).getAttribute('href')).toBe('/user/orgs/f1/events/e1');
  expect(table.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/festivals/f1/events/e1/orders');
  expect([table.getByText('Cancelled'), table.getByText('Rivoli')]).toHaveLength(2);
  await show('/festivals/f1?tab=events', { ...answers, listFestivalEvents: () => ({}) });
  expect(await screen.findByText('No events yet.')).toBeTruthy();
  await show('/festivals/f1?tab=events', { ...answers, listFestivalEvents: failing });
  expect(await screen.findByText('Failed to load events')).toBeTruthy();
});

test('a festival has its tabs, without submissions where it is a media club [ADO-02]', async () => {
  const tabs = async () => {
    await screen.findByRole('tab', { name: 'Monetization' });
    return screen.getAllByRole('tab').map(({ textContent }) => textContent);
  };
  await show('/festivals/f1', answers);
  expect(await tabs()).toEqual(['Overview', 'Events', 'Submissions', 'Team', 'Monetization', 'Fan Club', 'History']);
  await closed();
  const organization = { ...any.organization, type: OrganizationType.MEDIA_CLUB };
  await show('/festivals/f1', { ...answers, getAnyOrganization: () => ({ organization: { ...any, organization } }) });
  expect(await tabs()).toEqual(['Overview', 'Events', 'Team', 'Monetization', 'Fan Club', 'History']);
});
