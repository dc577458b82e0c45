/** How long a peer that says nothing is believed while it is asked something; half as long again for its answer. */
export const SILENCE_MS = 10_000;

/**
 * The channel options by which a peer that vanished without a word is found out. Without them a connection to a machine
 * that is gone is waited on for as long as TCP repeats itself: a quarter of an hour.
 */
export function keepalive(silenceMs = SILENCE_MS): Record<string, number> {
  return { 'grpc.keepalive_time_ms': silenceMs, 'grpc.keepalive_timeout_ms': silenceMs / 2 };
}
