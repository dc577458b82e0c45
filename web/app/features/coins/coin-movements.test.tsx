import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { CoinMovementSchema, CoinReason } from '@marquee/contracts/rewards/v1/coins_pb';
import { type Answers, failing, inTurn } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import { press, showPage } from '../../testing/show-page.tsx';
import { CoinMovements } from './coin-movements.tsx';

const { PROFILE_PICTURE, NAME_AND_BIO, UNLOCK, UNLOCK_RETURNED } = CoinReason;
let n = 0;
const moved = (coins: bigint, reason: CoinReason, more: object = {}) => {
  n += 1;
  const at = timestampFromDate(new Date('2026-11-20T12:00:00Z'));
  return create(CoinMovementSchema, { id: `m${n}`, coins, reason, at, ...more });
};
const salt = { itemId: 'f1', itemTitle: 'Salt' };
const open = (answers: Answers) => showPage(<CoinMovements />, { viewer: aPerson(), answers });
const lines = () =>
  within(screen.getByRole('list', { name: 'Movements of your coins' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/ · .*?(?=Held|[+−])/, ' '));

test('coins that were earned, spent, held and given back stand with what they were for [REW-06:movements]', async () => {
  await open({
    getMyCoins: () => ({
      ...{ balance: 40n, held: 10n },
      movements: [
        moved(-10n, UNLOCK, { itemId: 'f2', held: true }),
        moved(60n, UNLOCK_RETURNED, salt),
        moved(-60n, UNLOCK, salt),
        moved(50n, NAME_AND_BIO),
        moved(1n, PROFILE_PICTURE),
      ],
    }),
  });
  const balance = 'You currently have 40 coins. Beside them, 10 coins are held until your unlock is done.';
  expect(await screen.findByText(balance)).toBeTruthy();
  expect(lines()).toEqual([
    'A filmFor an unlock Held−10 coins',
    'SaltCoins that went back to you +60 coins',
    'SaltSpent −60 coins',
    'Your name and a few lines about youEarned +50 coins',
    'Your first profile pictureEarned +1 coin',
  ]);
  expect(screen.getAllByRole('link', { name: 'Salt' })[0]?.getAttribute('href')).toBe('/feed/f1');
  expect(screen.getByText('5 movements.')).toBeTruthy();
});

test('one coin that is held is one', async () => {
  await open({
    getMyCoins: () => ({ balance: 1n, held: 1n, movements: [moved(-1n, UNLOCK, { ...salt, held: true })] }),
  });
  const balance = 'You currently have 1 coin. Beside them, 1 coin is held until your unlock is done.';
  expect(await screen.findByText(balance)).toBeTruthy();
});

test('the next page follows, also after one that could not be loaded, until the end [REW-06:movements]', async () => {
  const { sent } = await open({
    getMyCoins: inTurn(
      () => ({ balance: 50n, movements: [moved(-60n, UNLOCK, salt)], nextCursor: 'c1' }),
      failing,
      () => ({ balance: 50n, movements: [moved(110n, NAME_AND_BIO)] }),
    ),
  });
  await screen.findByText('You currently have 50 coins.');
  expect(screen.queryByText(/movement/)).toBeNull();
  await press('Show more');
  expect(await screen.findByText('We failed to load more of your coins.')).toBeTruthy();
  expect(lines()).toHaveLength(1);
  await press('Try again');
  expect(await screen.findByText('2 movements.')).toBeTruthy();
  expect(lines().at(-1)).toContain('+110 coins');
  const asked = ['', 'c1', 'c1'].map((cursor) => ({ cursor, pageSize: 24 }));
  expect(sent('getMyCoins')).toMatchObject(asked);
});

test('who has no coins reads what earns the first ones, and what cannot be loaded is asked for again [REW-06:movements]', async () => {
  await open({ getMyCoins: inTurn(failing, () => ({})) });
  expect(await screen.findByText('We failed to load your coins.')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('You have no coins yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/profile/edit');
  expect(screen.queryByText(/You currently have/)).toBeNull();
});
