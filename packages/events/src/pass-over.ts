import type { Logger } from '@marquee/runtime/log';
import { type Handler, TAIL_TRIES } from './bus.ts';

/** Wraps the handler of a tail, which has no dead letters: a message that keeps failing is skipped. */
export function passOver(handler: Handler, log: Logger): Handler {
  const failures = new Map<string, number>();
  return async (delivery, signal) => {
    const { topic, position, type, id } = delivery;
    try {
      await handler(delivery, signal);
      failures.delete(position);
    } catch (error) {
      const tries = (failures.get(position) ?? 0) + 1;
      failures.set(position, tries);
      if (tries < TAIL_TRIES || signal.aborted) throw error;
      failures.delete(position);
      log.error({ err: error, topic, position, type, event: id }, 'a tail skipped an event that kept failing');
    }
  };
}
