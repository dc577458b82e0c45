import { Code } from '@connectrpc/connect';
import { StatementLineKind } from '@marquee/contracts/film/v1/earnings_pb';
import { PayoutAccountStatus, PayoutState, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as route from '../../routes/studio/earnings.tsx';
import * as testAccount from '../../routes/studio/test-payout-account.tsx';
import { documentLoads } from '../../testing/document-loads.ts';
import { openWithToasts as openRoute } from '../../testing/open-route.tsx';
import { doing, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { dayRange, lastQuarters } from './day-range.ts';
import { statementCsv } from './statement-csv.ts';
import { statementDocument } from './statement-document.ts';
import { TestAccountPage } from './test-account-page.tsx';

const maker = aPerson({ consumerType: ConsumerType.ENTERTAINMENT_PRO });
const totals = { sales: 3n, refunds: 1n, earnings: 372n, eoFee: 127n };
const answers: Answers = {
  getEarnings: () => ({
    earnings: 372n,
    eoFee: 127n,
    currencySymbol: '$',
    available: 300n,
    onTheWay: 72n,
    feeBasisPoints: 2_550,
  }),
  listFilmEarnings: () => ({ films: [{ filmId: 'f1', filmTitle: 'Salt', totals }] }),
  getPayoutAccount: () => ({}),
  listPayouts: () => ({}),
  listEarningDays: ({ toDay }: { toDay?: string }) => ({ days: [{ day: toDay ?? '', totals }] }),
};
const connected = { available: true, status: PayoutAccountStatus.ENABLED, minimum: 1_000n };
const open = (given: Answers = answers, at = '/content/earnings') =>
  openRoute(route, at, { path: '/content/earnings', viewer: maker, answers: given });

test('earnings, fee and what is there stand to the cent, by film and by day [STU-09:earnings]', async () => {
  const { sent } = await open(answers, '/content/earnings?days=90');
  const figure = (name: string) =>
    screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.nextElementSibling?.textContent;
  expect(['Your earnings', 'Platform fee', 'Available', 'On the way to you'].map(figure)).toEqual([
    '$3.72',
    '$1.27',
    '$3.00',
    '$0.72',
  ]);
  expect(screen.getByText('25.5 % of your next sales')).toBeTruthy();
  const films = within(screen.getByRole('table', { name: 'Your earnings by film' }));
  expect(films.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['3', '1', '$1.27', '$3.72']);
  expect(screen.getByRole('img', { name: 'Your earnings by day' }).querySelectorAll('rect')).toHaveLength(90);
  expect(screen.getByRole('link', { name: '90 days' }).getAttribute('aria-current')).toBe('true');
  const [asked] = sent('listEarningDays') as { fromDay: string; toDay: string }[];
  expect(Date.parse(asked?.toDay ?? '') - Date.parse(asked?.fromDay ?? '')).toBe(89 * 86_400_000);
});

test('who has sold nothing reads what will stand there, and a debt says how it ends', async () => {
  await open({
    ...answers,
    getEarnings: () => ({ available: -500n }),
    listFilmEarnings: () => ({}),
    listEarningDays: () => ({}),
  });
  expect(screen.getByText('Nothing was sold yet')).toBeTruthy();
  expect(screen.getByText(/Your next sales make up for \$5\.00/)).toBeTruthy();
});

const line = { id: 't1', kind: StatementLineKind.SALE, name: '=Salt', amount: 372n, eoFee: 127n } as never;
test('a statement runs from its opening balance to its closing one, or is not given [STU-09:statements]', async () => {
  const refund = { id: 't2', kind: StatementLineKind.REFUND, name: 'Salt', amount: -372n, eoFee: -127n } as never;
  const file = { opening: -5n, currency: 'USD', sold: 'film', lines: [line, refund] };
  expect((await statementCsv({ ...file, closing: -5n })).trim().split('\n')).toEqual([
    'date,kind,film,amount,platform_fee,balance,currency,reference',
    ',OPENING,,,,-0.05,USD,',
    ",SALE,'=Salt,3.72,1.27,3.67,USD,t1",
    ',REFUND,Salt,-3.72,-1.27,-0.05,USD,t2',
    ',CLOSING,,,,-0.05,USD,',
  ]);
  await expect(statementCsv({ ...file, closing: 0n })).rejects.toThrow('do not add up');
});

test('the document of a statement has its sums and what each film brought, or is not given [STU-09:statements]', () => {
  const refund = { id: 't2', kind: StatementLineKind.REFUND, name: 'Salt', amount: -100n, eoFee: -27n } as never;
  const sold = { id: 't3', kind: StatementLineKind.SALE, name: 'Salt', amount: 372n, eoFee: 127n } as never;
  const payout = { id: 't4', kind: StatementLineKind.PAYOUT, name: '', amount: -200n, eoFee: 0n } as never;
  const statement = { year: 2026, quarter: 3, opening: 500n, currency: 'USD', lines: [sold, sold, refund, payout] };
  const { title, tables } = statementDocument({ ...statement, closing: 944n });
  expect(title).toBe('Statement of quarter 3 of 2026');
  expect(tables.map(({ rows }) => rows.map(({ cells }) => cells.slice(1)))).toEqual([
    [['$5.00'], ['$7.44'], ['-$1.00'], ['$0.00'], ['-$2.00'], ['$9.44']],
    [['2', '$2.27', '$6.44']],
  ]);
  expect(() => statementDocument({ ...statement, closing: 943n })).toThrow('do not add up');
});

test('a statement of very many titles sums up the last ones, so that it can be printed [STU-09:statements]', () => {
  const lines = Array.from(
    { length: 203 },
    (_none, n) => ({ kind: StatementLineKind.SALE, name: `Film ${n}`, amount: BigInt(1_000 - n), eoFee: 1n }) as never,
  );
  const closing = Array.from({ length: 203 }, (_none, n) => BigInt(1_000 - n)).reduce((sum, part) => sum + part, 0n);
  const { tables } = statementDocument({ year: 2026, quarter: 3, opening: 0n, closing, currency: 'USD', lines });
  expect(tables[1]?.rows).toHaveLength(201);
  expect(tables[1]?.rows.at(-1)?.cells).toEqual(['All others together', '3', '$0.03', '$23.97']);
});

test('ranges and quarters follow the calendar', () => {
  const now = Date.parse('2027-01-02T12:00:00Z');
  expect(dayRange(new URLSearchParams('days=7'), now)).toEqual({
    days: 30,
    fromDay: '2026-12-04',
    toDay: '2027-01-02',
  });
  expect(lastQuarters('2027-01-02', 2)).toEqual([
    { year: 2027, quarter: 1 },
    { year: 2026, quarter: 4 },
  ]);
});

test('a maker without an account connects one, and a failure says so in its words [STU-09:connect]', async () => {
  const failure = { message: 'Failed to connect stripe account.' };
  const { sent } = await open({
    ...answers,
    getPayoutAccount: () => ({ available: true }),
    openPayoutOnboarding: refusing(Code.Unavailable, failure),
  });
  await press('Connect an account');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to connect stripe account.');
  expect(sent('openPayoutOnboarding')).toHaveLength(1);
});

test('what is available is paid out by one id, and a payout that failed says why [STU-09:payouts]', async () => {
  const failureMessage = 'Your bank account is closed. The money is back in your balance.';
  const { sent } = await open({
    ...answers,
    getEarnings: () => ({ available: 2_000n }),
    getPayoutAccount: () => connected,
    listPayouts: () => ({ payouts: [{ id: 'p1', amount: 1_500n, state: PayoutState.PAID }] }),
    requestPayout: () => ({ payout: { id: 'p2', amount: 2_000n, state: PayoutState.FAILED, failureMessage } }),
  });
  expect(within(screen.getByRole('list', { name: 'Your payouts' })).getByText('$15.00')).toBeTruthy();
  await press('Pay out $20.00');
  expect((await screen.findByRole('alert')).textContent).toBe(failureMessage);
  expect(sent('requestPayout')).toMatchObject([{ payoutId: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});

test('payouts of a suspended account wait, and nothing can be asked for [STU-09:payouts]', async () => {
  const held = { ...connected, held: true };
  await open({ ...answers, getEarnings: () => ({ available: 2_000n }), getPayoutAccount: () => held });
  expect(screen.getByText('On hold')).toBeTruthy();
  expect(screen.getByText(/^Your account is suspended, so your payouts wait\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay out/ })).toBeNull();
});

test.each([
  [
    PayoutAccountStatus.UNSPECIFIED,
    'Not connected',
    /^Connect an account, so that we can pay you/,
    ['Connect an account'],
  ],
  [
    PayoutAccountStatus.PENDING,
    'Not finished',
    /^You have begun to connect/,
    ['Finish connecting', 'Open your account'],
  ],
  [
    PayoutAccountStatus.RESTRICTED,
    'Restricted',
    /has a question before it can pay you/,
    ['Finish connecting', 'Open your account'],
  ],
  [PayoutAccountStatus.ENABLED, 'Connected', /from \$10\.00 on\.$/, ['Pay out $20.00', 'Open your account']],
])('an account says how it stands and what is to be done: %s', async (status, badge, text, buttons) => {
  await open({
    ...answers,
    getEarnings: () => ({ available: 2_000n }),
    getPayoutAccount: () => ({ ...connected, status }),
  });
  const panel = within(screen.getByRole('region', { name: 'Payouts' }));
  expect(panel.getByText(badge)).toBeTruthy();
  expect(panel.getByText(text)).toBeTruthy();
  expect(panel.getAllByRole('button').map((button) => button.textContent)).toEqual(buttons);
});

test('who sells where nobody can be paid reads nothing of payouts', async () => {
  await open({ ...answers, getPayoutAccount: () => ({ ...connected, available: false }) });
  expect(screen.queryByRole('region', { name: 'Payouts' })).toBeNull();
});

test('the account is opened at the provider; a failure says so until it is tried again', async () => {
  let isUp = false;
  await open({
    ...answers,
    getPayoutAccount: () => ({ ...connected, status: PayoutAccountStatus.PENDING }),
    openPayoutDashboard: () => (isUp ? { url: '/provider/dashboard' } : failing()),
    openPayoutOnboarding: () => ({ url: '/provider/onboarding' }),
  });
  await press('Open your account');
  expect((await screen.findByRole('alert')).textContent).toBe('We could not open your account. Please try again.');
  isUp = true;
  await press('Open your account');
  await waitFor(() => expect(documentLoads).toEqual(['/provider/dashboard']));
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Finish connecting');
  await waitFor(() => expect(documentLoads).toEqual(['/provider/dashboard', '/provider/onboarding']));
});

test('a payout whose answer is lost is asked for again by its id, the next one by another [STU-09:payouts]', async () => {
  let isUp = false;
  const { sent } = await open({
    ...answers,
    getEarnings: () => ({ available: 2_000n }),
    getPayoutAccount: () => connected,
    requestPayout: () => (isUp ? { payout: { id: 'p2', amount: 2_000n, state: PayoutState.PAID } } : failing()),
  });
  await press('Pay out $20.00');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We could not begin the payout/);
  isUp = true;
  await press('Pay out $20.00');
  await seeToast('$20.00 is on its way to you.');
  expect(screen.queryByText(/^We could not begin the payout/)).toBeNull();
  await waitFor(() => expect(sent('getEarnings')).toHaveLength(2));
  await press('Pay out $20.00');
  await waitFor(() => expect(sent('requestPayout')).toHaveLength(3));
  const [first, second, third] = sent('requestPayout').map(({ payoutId }) => payoutId);
  expect([first === second, first === third]).toEqual([true, false]);
});

test('while a payout is on its way, what is left is not said to be missing', async () => {
  await open({ ...answers, getEarnings: () => ({ available: 300n, onTheWay: 1n }), getPayoutAccount: () => connected });
  expect(screen.getByText('A payout is on its way to you.')).toBeTruthy();
});

test('less than the smallest payout says how much is missing', async () => {
  await open({ ...answers, getEarnings: () => ({ available: 300n }), getPayoutAccount: () => connected });
  expect(screen.getByText('$7.00 more, and you can be paid.')).toBeTruthy();
});

test('a test account is set on a page of its own, which is not there for others', async () => {
  const openAccount = (status: PayoutAccountStatus) =>
    openRoute(testAccount, '/content/earnings/test-account', {
      ...{ path: '/content/earnings/test-account', viewer: maker },
      answers: {
        getPayoutAccount: () => ({ status, testOutcome: status ? TestPayoutOutcome.PAID : 0 }),
        setTestPayoutAccount: () => ({}),
      },
    });
  const { sent } = await openAccount(PayoutAccountStatus.PENDING);
  await doing(() => fireEvent.click(screen.getByRole('radio', { name: 'The bank refuses payouts' })));
  await press('Save and go back');
  expect(sent('setTestPayoutAccount')).toMatchObject([
    { status: PayoutAccountStatus.ENABLED, outcome: TestPayoutOutcome.FAILED },
  ]);
  await openAccount(PayoutAccountStatus.UNSPECIFIED);
  expect(screen.queryByText('Test account')).toBeNull();
});

test.each([
  [PayoutAccountStatus.ENABLED, TestPayoutOutcome.PAID, 'Payouts arrive'],
  [PayoutAccountStatus.ENABLED, TestPayoutOutcome.SLOW, 'Payouts arrive after some seconds'],
  [PayoutAccountStatus.ENABLED, TestPayoutOutcome.FAILED, 'The bank refuses payouts'],
  [PayoutAccountStatus.RESTRICTED, TestPayoutOutcome.FAILED, 'The provider has a question'],
  // Who has begun most likely wants the account to work.
  [PayoutAccountStatus.PENDING, TestPayoutOutcome.PAID, 'Payouts arrive'],
])('a test account begins with how it is: %s %s', async (status, outcome, name) => {
  const page = { back: { href: '/content/earnings', label: 'Earnings' }, save: failing };
  await showPage(<TestAccountPage {...{ status, outcome }} {...page} />);
  const chosen = screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked);
  expect(chosen).toEqual([screen.getByRole('radio', { name })]);
  await press('Save and go back');
  expect((await screen.findByRole('alert')).textContent).toBe('Check your network and try again.');
  expect(screen.getByRole('button', { name: 'Save and go back' }).getAttribute('aria-busy')).toBeNull();
});
