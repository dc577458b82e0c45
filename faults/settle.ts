import { setTimeout as delay } from 'node:timers/promises';
import { eventInvariants } from '@marquee/events/invariants';
import type { Owner, Owners } from './owners.ts';

const SETTLED_MS_MAX = 120_000;
const POLL_MS = 500;

/** Waits until every invariant holds; returns the violations that are left after two minutes. */
export async function settle(owners: Owners): Promise<string[]> {
  const deadline = performance.now() + SETTLED_MS_MAX;
  for (;;) {
    const violations = await violationsOf(owners);
    if (violations.length === 0 || performance.now() > deadline) return violations;
    await delay(POLL_MS);
  }
}

/** Violations of the invariants of all services, and copies that differ from what their owner has. */
export async function violationsOf({ all }: Owners): Promise<string[]> {
  const violations: string[] = [];
  for (const owner of all) violations.push(...(await broken(owner)), ...(await differing(owner, all)));
  return violations;
}

async function broken({ name: service, query, invariants }: Owner): Promise<string[]> {
  const violations: string[] = [];
  for (const { name, check } of [...eventInvariants, ...invariants]) {
    const [first, ...others] = await check(query);
    if (first === undefined) continue;
    violations.push(`${service}: not "${name}": ${first}${others.length > 0 ? `, and ${others.length} more` : ''}`);
  }
  return violations;
}

async function differing(holder: Owner, all: readonly Owner[]): Promise<string[]> {
  const violations: string[] = [];
  for (const [name, read] of Object.entries(holder.copies)) {
    const owner = all.find(({ owns }) => name in owns);
    if (!owner) throw new Error(`${holder.name} keeps copies of "${name}", which no service owns`);
    // The copy first: what is added in between is with the owner only, and the next round finds it in both.
    const copies = await read(holder.query);
    const owned = await owner.owns[name]?.(owner.query);
    const difference = compare(copies, owned ?? new Map());
    if (difference) violations.push(`${holder.name}: copies of "${name}" of ${owner.name}: ${difference}`);
  }
  return violations;
}

function compare(copies: ReadonlyMap<string, string>, owned: ReadonlyMap<string, string>): string | undefined {
  const wrong = [...owned].filter(([id, value]) => copies.get(id) !== value).map(([id]) => id);
  const unknown = [...copies.keys()].filter((id) => !owned.has(id));
  if (wrong.length + unknown.length === 0) return undefined;
  return `${wrong.length} missing or different, ${unknown.length} that the owner does not have, such as ${wrong[0] ?? unknown[0]}`;
}
