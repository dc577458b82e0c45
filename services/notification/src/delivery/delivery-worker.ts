import { loopLevel } from '@marquee/data/sqlstate';
import { createWake } from '@marquee/data/wake';
import { type AttemptResources, attemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, LEASE_MS } from './delivery.ts';
import { deliveryStore } from './delivery-store.ts';

export type DeliveryWorker = {
  /** Something was planned. */
  wake(): void;
  /** Finishes the attempts that run. */
  close(): Promise<void>;
};

export const CONCURRENCY_MAX = 4;
export const POLL_MS = 1_000;
const HOLD_EVERY_MS = LEASE_MS / 4;

/** Sends what is due. Any number of processes may run one; polling is the truth, a wake only saves the wait. */
export function startDeliveryWorker(resources: AttemptResources): DeliveryWorker {
  const { db, clock, log } = resources;
  const { wake, sleep } = createWake();
  let closed = false;
  const running = run();

  async function run(): Promise<void> {
    while (!closed) {
      const sent = await sendDue().catch((err: unknown) => {
        log[loopLevel(err, 'warn')]({ err }, 'what is due could not be sent; it is tried again');
        return 0;
      });
      if (sent === 0 && !closed) await sleep(POLL_MS);
    }
  }

  async function sendDue(): Promise<number> {
    const claimed = await deliveryStore.claim(db, clock.now(), CONCURRENCY_MAX);
    await Promise.all(claimed.map(attempt));
    return claimed.length;
  }

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    const hold = () =>
      deliveryStore
        .hold(db, delivery, clock.now())
        .catch((err: unknown) => log[loopLevel(err, 'warn')]({ err }, 'a delivery was not held'));
    const holding = setInterval(hold, HOLD_EVERY_MS);
    await attemptDelivery(resources, delivery).finally(() => clearInterval(holding));
  }

  return {
    wake,
    close: async () => {
      closed = true;
      wake();
      await running;
    },
  };
}
