import { CoinHoldService, HeldCoinsState as State } from '@marquee/contracts/rewards/v1/coins_pb';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';

type Hold = { orderId: string; accountId: string; itemTitle?: string; coins: bigint; state: State };

const notFound = () => new DomainError({ kind: 'NOT_FOUND', reason: 'HOLD_NOT_FOUND', message: 'No coins were held.' });

/** A stand-in of rewards that keeps balances and holds in memory. The whole way is tested with rewards itself in `deploy/`. */
export async function startCoinsDouble(clock: Clock) {
  const balances = new Map<string, bigint>();
  const holds = new Map<string, Hold>();
  /** Steps that do not answer from now on; `answer` is lost of a hold that was made. */
  const lost = new Set<string>();
  /** What happens after a step and before its answer arrives; `ask` is before a hold arrives. */
  const meanwhile: { [step in 'ask' | 'hold' | 'void']?: (orderId: string) => Promise<void> } = {};
  const add = (accountId: string, coins: bigint) =>
    void balances.set(accountId, (balances.get(accountId) ?? 0n) + coins);
  /** Ends a hold that is in one of these states, and gives its coins back or not. */
  const end = (orderId: string, from: readonly State[], state: State): { held: Hold } => {
    const hold = holds.get(orderId);
    if (!hold) throw notFound();
    if (from.includes(hold.state)) {
      hold.state = state;
      if (state !== State.POSTED) add(hold.accountId, hold.coins);
    }
    return { held: hold };
  };
  const reach = (step: string) => {
    // No refusal and nothing that is tried again by itself.
    if (lost.has(step)) throw new Error(`${step} is lost`);
  };
  const implementation = implement(CoinHoldService, {
    async holdCoins({ orderId, accountId, itemTitle, coins }) {
      await meanwhile.ask?.(orderId);
      reach('hold');
      const known = holds.get(orderId);
      const isEnough = (balances.get(accountId) ?? 0n) >= coins;
      if (!known && !isEnough) return { held: { orderId, accountId, coins, state: State.NOT_ENOUGH } };
      const held = known ?? { orderId, accountId, itemTitle, coins, state: State.HELD };
      if (!known) add(accountId, -coins);
      holds.set(orderId, held);
      reach('answer');
      const answer = { ...held };
      await meanwhile.hold?.(orderId);
      return { held: answer };
    },
    async getHeldCoins({ orderId }) {
      const held = holds.get(orderId);
      if (!held) throw notFound();
      return { held };
    },
    async postHeldCoins({ orderId }) {
      reach('post');
      return end(orderId, [State.HELD], State.POSTED);
    },
    async voidHeldCoins({ orderId, accountId, coins }) {
      reach('void');
      const isNew = !holds.has(orderId) && accountId !== '';
      if (isNew) holds.set(orderId, { orderId, accountId, coins, state: State.VOIDED });
      const ended = end(orderId, [State.HELD], State.VOIDED);
      await meanwhile.void?.(orderId);
      return ended;
    },
    async returnCoins({ orderId }) {
      reach('return');
      return end(orderId, [State.HELD, State.POSTED], State.RETURNED);
    },
  });
  const verifier = createVerifier({ ...verifierKeys, clock });
  const server = await serve({
    ...{ service: 'rewards', verifier, implementations: [implementation], host: '127.0.0.1', port: 0 },
    ...{ log: silentLog, clock },
  });
  atEnd(() => server.drain(0));
  return {
    address: `127.0.0.1:${server.port}`,
    ...{ balances, lost, meanwhile, add },
    titleOf: (orderId: string): string | undefined => holds.get(orderId)?.itemTitle,
    stateOf: (orderId: string): State | undefined => holds.get(orderId)?.state,
    /** What rewards does with a hold that nobody has posted in time. */
    expire: (orderId: string) => void end(orderId, [State.HELD], State.EXPIRED),
  };
}
