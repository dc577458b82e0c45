import type { Database, Tx } from '@marquee/data/database';
import { isDatabaseTrouble } from '@marquee/data/sqlstate';
import { DomainError } from '@marquee/runtime/errors';
import * as accounts from '../accounts.ts';
import { type Entry, post, transfer, voidTransfer } from '../transfers.ts';

/** Why an operation went no further, as if its process had been killed. */
class Crash extends Error {
  override readonly name = 'Crash';
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Made = { id: string; entries: Entry[]; state: 'PENDING' | 'POSTED' };
/** What a ledger should hold, kept by the simplest means. */
type Model = { states: Map<string, string>; posted: bigint[]; held: bigint[] };
export type Tally = { done: number; refused: number; crashed: number; repeated: number };

const WALLETS = 40;
const CRASHES = 0.05;
const NOW = new Date('2026-11-20T12:00:00Z');

/**
 * Does `count` random operations on a ledger and on a model of it: transfers at once and in two phases, repeated ids,
 * folds, and crashes between any two steps, of which some come after the commit. Several run at a time.
 *
 * @throws Error at the first difference, with the seed
 */
export async function randomOperations(
  db: Database,
  { seed, count, atOnce = 1 }: { seed: number; count: number; atOnce?: number },
): Promise<Tally> {
  const random = randomFrom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  const ids = await openAccounts(db);
  const model: Model = { states: new Map(), posted: ids.map(() => 0n), held: ids.map(() => 0n) };
  const known: Made[][] = Array.from({ length: atOnce }, () => []);
  const tally: Tally = { done: 0, refused: 0, crashed: 0, repeated: 0 };

  for (let done = 0; done < count; done += atOnce) {
    // Of one batch each operation is about another transfer and other wallets, so that the model knows what to expect.
    const plans = Array.from({ length: Math.min(atOnce, count - done) }, (_, lane) => plan(lane));
    await Promise.all(plans.map((run) => run()));
  }
  await compare();
  return tally;

  /** Decides all that is random before anything runs: the same seed is the same operations. */
  function plan(lane: number): () => Promise<void> {
    const kind = random();
    const crashAt = random() < CRASHES ? pick(4) : -1;
    const recent = (known[lane] as Made[]).slice(-50);
    const old = recent[pick(Math.max(1, recent.length))];
    if (kind < 0.5 || !old) {
      const made = newTransfer(lane);
      known[lane]?.push(made);
      return () => create(made, crashAt);
    }
    if (kind < 0.6) {
      tally.repeated += 1;
      return () => create(old, crashAt);
    }
    if (kind < 0.64) return () => accounts.fold(db);
    return kind < 0.86 ? () => end(old, 'POSTED', crashAt) : () => end(old, 'VOIDED', crashAt);
  }

  function newTransfer(lane: number): Made {
    const own = Math.floor(WALLETS / atOnce);
    const wallet = () => 1 + lane * own + pick(own);
    const [from, to] = random() < 0.4 ? [0, wallet()] : [wallet(), random() < 0.5 ? 0 : wallet()];
    const amount = BigInt(1 + pick(500));
    const other = from === to ? 0 : to;
    const debit = { accountId: ids[from] as string, amount: -amount };
    const entries = [debit, { accountId: ids[other] as string, amount }];
    return { id: uuidOf(random), entries, state: random() < 0.5 ? 'PENDING' : 'POSTED' };
  }

  async function create(made: Made, crashAt: number): Promise<void> {
    const was = model.states.get(made.id);
    const expected = was ?? (canPay(made) ? made.state : 'REFUSED');
    const outcome = await attempt(crashAt, (tx) => transfer(tx, { ...made, reason: 'random', now: NOW }));
    if (outcome === 'CRASHED') return;
    if (outcome !== expected) differ(`transfer ${made.id} is ${outcome}, not ${expected}`);
    if (was === undefined && outcome !== 'REFUSED') {
      model.states.set(made.id, outcome);
      move(made, outcome === 'POSTED' ? 'MOVE' : 'HOLD');
    }
  }

  async function end(made: Made, state: 'POSTED' | 'VOIDED', crashAt: number): Promise<void> {
    const was = model.states.get(made.id);
    if (was === undefined) return;
    const expected = was === 'PENDING' || was === state ? state : 'REFUSED';
    const outcome = await attempt(crashAt, async (tx) => {
      await (state === 'POSTED' ? post : voidTransfer)(tx, made.id, NOW);
      return state;
    });
    if (outcome === 'CRASHED') return;
    if (outcome !== expected) differ(`transfer ${made.id} became ${outcome}, not ${expected}`);
    if (was !== 'PENDING' || outcome === 'REFUSED') return;
    model.states.set(made.id, state);
    move(made, state === 'POSTED' ? 'POST' : 'VOID');
  }

  function canPay({ entries }: Made): boolean {
    return entries.every(({ accountId, amount }) => {
      const index = ids.indexOf(accountId);
      const available = (model.posted[index] ?? 0n) - (model.held[index] ?? 0n);
      return index === 0 || amount > 0n || available + amount >= 0n;
    });
  }

  function move({ entries }: Made, step: 'MOVE' | 'HOLD' | 'POST' | 'VOID'): void {
    for (const { accountId, amount } of entries) {
      const index = ids.indexOf(accountId);
      const debit = amount < 0n ? -amount : 0n;
      if (step === 'MOVE' || step === 'POST') model.posted[index] = (model.posted[index] ?? 0n) + amount;
      if (step === 'HOLD') model.held[index] = (model.held[index] ?? 0n) + debit;
      if (step === 'POST' || step === 'VOID') model.held[index] = (model.held[index] ?? 0n) - debit;
    }
  }

  /** Runs a step in a transaction. It may crash before it, before the commit, or after: then it is asked for again. */
  async function attempt(crashAt: number, step: (tx: Tx) => Promise<string>): Promise<string> {
    if (crashAt === 0) {
      tally.crashed += 1;
      return 'CRASHED';
    }
    try {
      const outcome = await db.transaction(async (tx) => {
        const result = await step(tx);
        if (crashAt === 1 || crashAt === 2) throw new Crash();
        return result;
      });
      tally.done += 1;
      // The answer was lost after the commit: the client asks again, and the same happens.
      if (crashAt === 3) return await db.transaction(step);
      return outcome;
    } catch (error) {
      if (error instanceof Crash) {
        tally.crashed += 1;
        return 'CRASHED';
      }
      // A database that does not answer in time refuses nothing.
      if (!(error instanceof DomainError) || isDatabaseTrouble(error)) throw error;
      tally.refused += 1;
      return 'REFUSED';
    }
  }

  async function compare(): Promise<void> {
    for (const [index, accountId] of ids.entries()) {
      const { posted, held } = await accounts.balance(db, accountId);
      if (posted !== model.posted[index] || held !== model.held[index]) {
        differ(`account ${index} holds ${posted} and ${held}, not ${model.posted[index]} and ${model.held[index]}`);
      }
    }
    const sum = model.posted.reduce((total, amount) => total + amount, 0n);
    if (sum !== 0n) differ(`all accounts together hold ${sum}`);
  }

  function differ(what: string): never {
    throw new Error(`seed ${seed}: ${what}`);
  }
}

/** The first may be negative, as the source of all money is; the others are wallets. */
function openAccounts(db: Database): Promise<string[]> {
  return db.transaction(async (tx) => {
    const source = { kind: 'SOURCE', owner: '', unit: 'USD', mayBeNegative: true };
    const ids = [await accounts.open(tx, source, NOW)];
    for (let wallet = 0; wallet < WALLETS; wallet++) {
      const account = { kind: 'WALLET', owner: String(wallet), unit: 'USD', mayBeNegative: false };
      ids.push(await accounts.open(tx, account, NOW));
    }
    return ids;
  });
}

function uuidOf(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
