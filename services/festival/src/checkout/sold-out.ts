import type { Clock } from '@marquee/runtime/clock';

const REMEMBER_MS = 1_000;
const TYPES_MAX = 10_000;

/** Which ticket types have just had nothing left, so that a rush of buyers does not ask the database each. */
export type SoldOut = {
  has(typeId: string): boolean;
  remember(typeId: string): void;
  /** Something was given back. */
  forget(typeId: string): void;
};

/** Remembers for a second, in this process. */
export function createSoldOut({ clock }: { clock: Clock }): SoldOut {
  const until = new Map<string, number>();
  return {
    has: (typeId) => (until.get(typeId) ?? 0) > clock.now().getTime(),
    remember(typeId) {
      if (until.size >= TYPES_MAX) until.clear();
      until.set(typeId, clock.now().getTime() + REMEMBER_MS);
    },
    forget: (typeId) => void until.delete(typeId),
  };
}
