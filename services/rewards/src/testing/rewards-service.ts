import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { CoinsGrantedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PersonalDataService } from '@marquee/contracts/personal_data/v1/personal_data_pb';
import { CoinHoldService, CoinService } from '@marquee/contracts/rewards/v1/coins_pb';
import { newId } from '@marquee/data/ids';
import { topicOf } from '@marquee/events/topics';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { createCoinReconciler } from '../coins/coin-reconciler.ts';
import { rewardsConfig } from '../config.ts';
import { rewards } from '../service.ts';

/** Rewards with everything real, and people and services who call it; once per test file. */
export async function rewardsService(addresses: Record<string, string> = {}) {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const alone = await testPlatform('rewards', { clock });
  const platform = { ...alone, addresses: { ...alone.addresses, ...addresses } };
  const { db } = platform;
  const service = await rewards.start(rewardsConfig.parse({ CURSOR_KEY: 'cursor-key-'.repeat(4) }), platform);
  atEnd(() => service.drain());

  /** Identity publishes a grant; resolves once rewards has handled it. */
  async function publishGrant(accountId: string, reason: string, coins: number, eventId = newId()): Promise<void> {
    const grant = create(CoinsGrantedSchema, { grantId: `${accountId}:${reason}`, accountId, reason, coins });
    const type = CoinsGrantedSchema.typeName;
    const envelope = create(EnvelopeSchema, {
      ...{ id: eventId, type, aggregateType: 'account', aggregateId: accountId, aggregateVersion: 2n },
      ...{ occurredAt: timestampFromDate(clock.now()), payload: toBinary(CoinsGrantedSchema, grant) },
    });
    const body = toBinary(EnvelopeSchema, envelope);
    await platform.bus.publish([{ topic: topicOf(CoinsGrantedSchema), key: accountId, id: eventId, type, body }]);
    await eventually(async () => (await db.query('SELECT 1 FROM inbox WHERE event_id = $1', [eventId])).length > 0);
  }

  const as = (viewer: ReturnType<typeof viewers.movieLover>) => ({
    viewer,
    coins: clientFor(service, CoinService, viewer),
  });
  return {
    ...{ service, platform, db, clock, publishGrant, as },
    /** What differs between the books and the rest, by kind. */
    async differences(): Promise<Record<string, number>> {
      const reconciler = createCoinReconciler({ db, log: silentLog });
      await reconciler.run();
      return Object.fromEntries(reconciler.counts().map(([count, { kind }]) => [kind, count]));
    },
    /** Somebody who has earned so many coins. */
    async owner(coins: number) {
      const viewer = viewers.movieLover();
      if (coins > 0) await publishGrant(viewer.accountId, 'PROFILE_PICTURE', coins);
      return as(viewer);
    },
    /** The calls of the service that sells films. */
    film: clientFor(service, CoinHoldService, viewers.service('film'), { callee: 'rewards' }),
    identity: clientFor(service, PersonalDataService, viewers.service('identity'), { callee: 'rewards' }),
  };
}

export type RewardsUnderTest = Awaited<ReturnType<typeof rewardsService>>;
export type Owner = Awaited<ReturnType<RewardsUnderTest['owner']>>;
export const NO_DIFFERENCES = { GRANT: 0, HOLD: 0, WALLET: 0 };

export async function balanceOf({ coins }: Owner) {
  const { balance, held } = await coins.getMyCoins({});
  return { balance, held };
}

/** An order of somebody, and what is asked of rewards for it. */
export function order({ viewer: { accountId } }: Owner, coins: bigint) {
  const [orderId, itemId] = [newId(), newId()];
  return { orderId, accountId, coins, itemId };
}
