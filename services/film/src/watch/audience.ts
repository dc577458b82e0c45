import { HEARTBEAT_INTERVAL_MS } from '@marquee/rules/watch';
import type { Clock } from '@marquee/runtime/clock';

export type Audience = {
  heard(): void;
  /** How many players send heartbeats to this process, without remembering any: each sends one an interval. */
  size(): number;
};

export function createAudience({ clock }: { clock: Clock }): Audience {
  let [startedAt, now, before] = [clock.now().getTime(), 0, 0];
  const roll = () => {
    const passed = Math.floor((clock.now().getTime() - startedAt) / HEARTBEAT_INTERVAL_MS);
    if (passed <= 0) return;
    before = passed === 1 ? now : 0;
    now = 0;
    startedAt += passed * HEARTBEAT_INTERVAL_MS;
  };
  return {
    heard() {
      roll();
      now += 1;
    },
    size() {
      roll();
      return before;
    },
  };
}
