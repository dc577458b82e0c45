import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { CoinGrantService } from '@marquee/contracts/identity/v1/coin_grants_pb';
import { CoinReason, HeldCoinsState } from '@marquee/contracts/rewards/v1/coins_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import type { Clock } from '@marquee/runtime/clock';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';
import { viewers } from '@marquee/testing/viewers';
import { idOf } from '../grants/coin-grants.ts';
import { expireHolds } from '../holds/expire-holds.ts';
import { forgetRefusedHolds } from '../holds/forget-refused-holds.ts';
import { invariants } from '../invariants.ts';
import type { RewardsResources } from '../resources.ts';
import { balanceOf, NO_DIFFERENCES, order, type RewardsUnderTest, rewardsService } from '../testing/rewards-service.ts';
import { createCoinReconciler } from './coin-reconciler.ts';

/** What was granted before the bus kept any event, which only identity's export has. */
const OLD = viewers.movieLover();

let rewards: RewardsUnderTest;
beforeAll(async () => {
  rewards = await rewardsService({ identity: await identityWithGrants() });
});
afterEach(async () => {
  for (const { check, name } of invariants.invariants) {
    expect([name, await check(rewards.db.query)]).toEqual([name, []]);
  }
});

/** Identity, whose export has two pages. */
async function identityWithGrants(): Promise<string> {
  const grantedAt = timestampFromDate(new Date('2026-11-01T12:00:00Z'));
  const granted = ['NAME_AND_BIO', 'PROFILE_PICTURE'].map((reason) => {
    const { accountId } = OLD;
    return { grantId: `${accountId}:${reason}`, accountId, reason, coins: 50, grantedAt };
  });
  const implementations = [
    implement(CoinGrantService, {
      exportCoinGrants: async ({ cursor }) =>
        cursor === '' ? { grants: granted.slice(0, 1), nextCursor: 'more' } : { grants: granted.slice(1) },
    }),
  ];
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const verifier = createVerifier({ ...verifierKeys, clock });
  const at = { service: 'identity', host: '127.0.0.1', port: 0, log: silentLog, clock };
  const server = await serve({ ...at, verifier, implementations });
  atEnd(() => server.drain(0));
  return `127.0.0.1:${server.port}`;
}

const expire = (clock: Clock, log = silentLog, signal = new AbortController().signal) => {
  const { db, platform } = rewards;
  const resources = { ...platform, db, clock, log, outbox: createOutbox({ clock }) };
  return expireHolds(resources as unknown as RewardsResources, signal);
};

test('what an account earned is in its wallet once, with where it came from, however often it is published [REW-06:grants]', async () => {
  const ada = await rewards.owner(0);
  const { accountId } = ada.viewer;
  const eventId = newId();
  for (const id of [eventId, eventId, newId()]) await rewards.publishGrant(accountId, 'PROFILE_PICTURE', 50, id);
  rewards.clock.advance(1_000);
  await rewards.publishGrant(accountId, 'NAME_AND_BIO', 50);
  const { balance, movements } = await ada.coins.getMyCoins({});
  expect(balance).toBe(100n);
  expect(movements).toMatchObject([
    { reason: CoinReason.NAME_AND_BIO, coins: 50n, held: false },
    { reason: CoinReason.PROFILE_PICTURE, coins: 50n, held: false },
  ]);
});

test('what was granted before there was a bus comes from identity’s export, and its event later adds nothing [REW-06:grants]', async () => {
  const old = rewards.as(OLD);
  await eventually(async () => (await old.coins.getMyCoins({})).balance === 100n);
  await rewards.publishGrant(OLD.accountId, 'PROFILE_PICTURE', 50);
  expect(await balanceOf(old)).toEqual({ balance: 100n, held: 0n });
});

test('coins are held for an order, taken when it was delivered, and each step repeated is the same step [REW-06:holds]', async () => {
  const ada = await rewards.owner(100);
  const asked = { ...order(ada, 60n), itemTitle: 'Salt' };
  const { film } = rewards;
  rewards.clock.advance(1_000);
  for (let time = 0; time < 2; time += 1) {
    expect((await film.holdCoins(asked)).held).toMatchObject({ state: HeldCoinsState.HELD, coins: 60n });
  }
  expect(await balanceOf(ada)).toEqual({ balance: 40n, held: 60n });
  expect((await ada.coins.getMyCoins({})).movements[0]).toMatchObject({
    ...{ reason: CoinReason.UNLOCK, itemId: asked.itemId, coins: -60n, held: true },
  });
  for (let time = 0; time < 2; time += 1) {
    expect((await film.postHeldCoins(asked)).held?.state).toBe(HeldCoinsState.POSTED);
  }
  expect(await balanceOf(ada)).toEqual({ balance: 40n, held: 0n });
  // What is taken is not given back by a void, only by a refund, once.
  expect((await film.voidHeldCoins(asked)).held?.state).toBe(HeldCoinsState.POSTED);
  rewards.clock.advance(1_000);
  for (let time = 0; time < 2; time += 1) {
    expect((await film.returnCoins(asked)).held?.state).toBe(HeldCoinsState.RETURNED);
  }
  expect((await film.postHeldCoins(asked)).held?.state).toBe(HeldCoinsState.RETURNED);
  expect(await balanceOf(ada)).toEqual({ balance: 100n, held: 0n });
  // What went back stands beside what was spent, for the same film.
  const { itemId, itemTitle } = asked;
  expect((await ada.coins.getMyCoins({})).movements).toMatchObject([
    ...[
      { itemId, itemTitle, coins: 60n },
      { itemId, itemTitle, coins: -60n, held: false },
    ],
    { itemTitle: '', coins: 100n },
  ]);
  expect((await film.getHeldCoins(asked)).held?.state).toBe(HeldCoinsState.RETURNED);
  expect(await rewards.differences()).toEqual(NO_DIFFERENCES);
});

test('what was kept of orders that never held anything is deleted after a day; other holds stay [REW-06:holds]', async () => {
  const ada = await rewards.owner(100);
  const [refused, later, held] = [order(ada, 60n), order(ada, 60n), order(ada, 30n)];
  const { film, clock } = rewards;
  await film.voidHeldCoins(refused);
  await film.holdCoins(held);
  await film.voidHeldCoins(held);
  clock.advance(24 * 3_600_000);
  await film.voidHeldCoins(later);
  clock.advance(1);
  await forgetRefusedHolds(rewards);
  await expect(film.getHeldCoins(refused)).rejects.toMatchObject({ reason: 'HOLD_NOT_FOUND' });
  for (const kept of [later, held]) {
    expect((await film.getHeldCoins(kept)).held?.state).toBe(HeldCoinsState.VOIDED);
  }
});

test('what nobody gets is given back, and cannot be taken any more [REW-06:holds]', async () => {
  const ada = await rewards.owner(100);
  const [voided, returned] = [order(ada, 60n), order(ada, 30n)];
  const { film } = rewards;
  await film.holdCoins(voided);
  await film.holdCoins(returned);
  await film.voidHeldCoins(voided);
  // A refund of what is not taken yet.
  await film.returnCoins(returned);
  expect(await balanceOf(ada)).toEqual({ balance: 100n, held: 0n });
  expect((await film.postHeldCoins(voided)).held?.state).toBe(HeldCoinsState.VOIDED);
  expect((await film.holdCoins(voided)).held?.state).toBe(HeldCoinsState.VOIDED);
  expect(await balanceOf(ada)).toEqual({ balance: 100n, held: 0n });
  await expect(film.postHeldCoins({ orderId: newId() })).rejects.toMatchObject({ reason: 'HOLD_NOT_FOUND' });
});

test('an order that is given up before its hold arrives holds nothing any more [REW-06:holds]', async () => {
  const [ada, ben] = [await rewards.owner(100), await rewards.owner(100)];
  const asked = order(ada, 60n);
  const { film } = rewards;
  // The account is closed: nothing says whose order it was.
  await expect(film.voidHeldCoins({ orderId: asked.orderId })).rejects.toMatchObject({ reason: 'HOLD_NOT_FOUND' });
  await expect(film.voidHeldCoins({ ...asked, itemId: '' })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  for (let time = 0; time < 2; time += 1) {
    expect((await film.voidHeldCoins(asked)).held).toMatchObject({ state: HeldCoinsState.VOIDED, coins: 60n });
  }
  for (const again of [film.holdCoins, film.postHeldCoins, film.returnCoins, film.getHeldCoins]) {
    expect((await again(asked)).held?.state).toBe(HeldCoinsState.VOIDED);
  }
  const reused = { ...asked, accountId: ben.viewer.accountId };
  await expect(film.holdCoins(reused)).rejects.toMatchObject({ reason: 'HOLD_ID_REUSED' });
  expect(await balanceOf(ada)).toEqual({ balance: 100n, held: 0n });
  expect((await ada.coins.getMyCoins({})).movements).toHaveLength(1);
  expect(await rewards.differences()).toEqual(NO_DIFFERENCES);
});

test('an order that is held and given up at once ends given back [REW-06:holds]', async () => {
  const ada = await rewards.owner(500);
  const all = Array.from({ length: 8 }, () => order(ada, 60n));
  await Promise.all(all.flatMap((asked) => [rewards.film.holdCoins(asked), rewards.film.voidHeldCoins(asked)]));
  for (const asked of all) {
    expect((await rewards.film.getHeldCoins(asked)).held?.state).toBe(HeldCoinsState.VOIDED);
  }
  expect(await balanceOf(ada)).toEqual({ balance: 500n, held: 0n });
  expect(await rewards.differences()).toEqual(NO_DIFFERENCES);
});

test('nobody spends more than they have, also not at once [REW-06:holds]', async () => {
  const ada = await rewards.owner(100);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => rewards.film.holdCoins(order(ada, 30n)).then(({ held }) => held?.state)),
  );
  expect(answers.filter((state) => state === HeldCoinsState.HELD)).toHaveLength(3);
  expect(answers.filter((state) => state === HeldCoinsState.NOT_ENOUGH)).toHaveLength(5);
  expect(await balanceOf(ada)).toEqual({ balance: 10n, held: 90n });
  const nobody = await rewards.owner(0);
  expect((await rewards.film.holdCoins(order(nobody, 1n))).held?.state).toBe(HeldCoinsState.NOT_ENOUGH);
});

test('an order that is asked for twice at once holds once; its id is good for nothing else [REW-06:holds]', async () => {
  const [ada, ben] = [await rewards.owner(100), await rewards.owner(100)];
  const asked = order(ada, 60n);
  const held = await Promise.all([rewards.film.holdCoins(asked), rewards.film.holdCoins(asked)]);
  expect(held.map((one) => one.held?.state)).toEqual([HeldCoinsState.HELD, HeldCoinsState.HELD]);
  expect(await balanceOf(ada)).toEqual({ balance: 40n, held: 60n });
  const reused = { reason: 'HOLD_ID_REUSED' };
  await expect(rewards.film.holdCoins({ ...asked, coins: 61n })).rejects.toMatchObject(reused);
  await expect(rewards.film.holdCoins({ ...asked, accountId: ben.viewer.accountId })).rejects.toMatchObject(reused);
  for (const coins of [0n, -5n, 1_000_001n]) {
    await expect(rewards.film.holdCoins({ ...order(ada, coins) })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  }
});

test('the id of an order takes no grant from anybody, though a client makes it [REW-06:grants]', async () => {
  const [mallory, victim] = [await rewards.owner(100), await rewards.owner(0)];
  const { accountId } = victim.viewer;
  const orderId = idOf(`${accountId}:PROFILE_PICTURE`);
  await rewards.film.holdCoins({ ...order(mallory, 10n), orderId });
  await rewards.publishGrant(accountId, 'PROFILE_PICTURE', 50);
  expect(await balanceOf(victim)).toEqual({ balance: 50n, held: 0n });
});

test('a grant that differed is forgotten once it is gone', async () => {
  const ada = await rewards.owner(100);
  const { log, lines } = recordingLog();
  const reconciler = createCoinReconciler({ db: rewards.db, log });
  const counts = async () => {
    await reconciler.run();
    return reconciler.counts().map(([count]) => count);
  };
  const kept = await rewards.db.query('SELECT * FROM coin_grants WHERE account_id = $1', [ada.viewer.accountId]);
  expect(kept).toHaveLength(1);
  await rewards.db.query('UPDATE coin_grants SET coins = coins + 1 WHERE account_id = $1', [ada.viewer.accountId]);
  expect(await counts()).toEqual([1, 0, 0]);
  await rewards.db.query('UPDATE coin_grants SET coins = coins - 1 WHERE account_id = $1', [ada.viewer.accountId]);
  expect(await counts()).toEqual([0, 0, 0]);
  expect(lines()).toMatchObject([
    { level: 'error', kind: 'GRANT', msg: 'coins and their ledger differ' },
    { level: 'info', kind: 'GRANT', msg: 'coins that differed fit again' },
  ]);
  await rewards.db.query('UPDATE coin_grants SET coins = coins + 1 WHERE account_id = $1', [ada.viewer.accountId]);
  expect(await counts()).toEqual([1, 0, 0]);
  await rewards.db.query('DELETE FROM coin_grants WHERE account_id = $1', [ada.viewer.accountId]);
  expect(await counts()).toEqual([0, 0, 0]);
});

test('what an order left held is given back after a day', async () => {
  const ada = await rewards.owner(100);
  const asked = order(ada, 60n);
  await rewards.film.holdCoins(asked);
  // Of this test alone: the process gives back by its own.
  const clock = fixedClock(rewards.clock.now().toISOString());
  clock.advance(23 * 3_600_000);
  await expire(clock);
  clock.advance(3_600_000);
  await expect(expire(clock, silentLog, AbortSignal.abort(new Error('leaving')))).rejects.toThrow('leaving');
  expect(await balanceOf(ada)).toEqual({ balance: 40n, held: 60n });
  const { log, lines } = recordingLog();
  await expire(clock, log);
  const { orderId } = asked;
  expect(lines()).toContainEqual(
    expect.objectContaining({ orderId, msg: 'coins that were held too long were given back' }),
  );
  expect(await balanceOf(ada)).toEqual({ balance: 100n, held: 0n });
  expect((await rewards.film.postHeldCoins(asked)).held?.state).toBe(HeldCoinsState.EXPIRED);
  expect(await rewards.differences()).toEqual(NO_DIFFERENCES);
});

test('movements are listed page by page, the newest first, and only to their owner [REW-06:source]', async () => {
  const ada = await rewards.owner(100);
  const orders: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    rewards.clock.advance(1_000);
    const asked = order(ada, 10n);
    await rewards.film.holdCoins({ ...asked, itemTitle: `Film ${n} `.padEnd(300, 'x') });
    orders.unshift(asked.itemId);
  }
  const first = await ada.coins.getMyCoins({ pageSize: 2 });
  const second = await ada.coins.getMyCoins({ pageSize: 2, cursor: first.nextCursor });
  const items = [...first.movements, ...second.movements].map(({ itemId }) => itemId);
  expect(items.slice(0, 3)).toEqual(orders);
  expect(first.movements.map(({ itemTitle }) => itemTitle)).toEqual(
    ['Film 2 ', 'Film 1 '].map((title) => title.padEnd(200, 'x')),
  );
  expect([second.movements.length, second.nextCursor]).toEqual([2, '']);
  const other = await rewards.owner(0);
  await expect(other.coins.getMyCoins({ cursor: first.nextCursor })).rejects.toMatchObject({
    reason: 'CURSOR_INVALID',
  });
});

test('the reconciler finds what the books say otherwise, by its kind, until it fits again [REW-06:reconciler]', async () => {
  const ada = await rewards.owner(100);
  const asked = order(ada, 60n);
  await rewards.film.holdCoins(asked);
  expect(await rewards.differences()).toEqual(NO_DIFFERENCES);
  const { db } = rewards;
  const { accountId } = ada.viewer;
  await db.query('UPDATE coin_grants SET coins = coins + 1 WHERE account_id = $1', [accountId]);
  await db.query("UPDATE coin_holds SET state = 'POSTED' WHERE order_id = $1", [asked.orderId]);
  const change = `INSERT INTO ledger_changes (account_id, posted, held)
    SELECT id, $2, 0 FROM ledger_accounts WHERE owner = $1 AND kind = 'WALLET'`;
  await db.query(change, [accountId, -7]);
  expect(await rewards.differences()).toEqual({ GRANT: 1, HOLD: 1, WALLET: 1 });
  await db.query('UPDATE coin_grants SET coins = coins - 1 WHERE account_id = $1', [accountId]);
  await db.query("UPDATE coin_holds SET state = 'HELD' WHERE order_id = $1", [asked.orderId]);
  await db.query(change, [accountId, 7]);
  expect(await rewards.differences()).toEqual(NO_DIFFERENCES);
});
