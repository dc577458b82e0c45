/** After this much silence a peer with open calls is pinged; it has half as long to answer. */
export const SILENCE_MS = 10_000;

/**
 * Channel options that detect a vanished peer. Without them calls wait on a connection to a dead machine for as long as
 * TCP retransmits: a quarter of an hour.
 */
export function keepalive(silenceMs = SILENCE_MS): Record<string, number> {
  return { 'grpc.keepalive_time_ms': silenceMs, 'grpc.keepalive_timeout_ms': silenceMs / 2 };
}
