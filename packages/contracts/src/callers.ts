/** The processes that call the gRPC of each service, by what they declare. */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  // derived: callers (npm run derive)
  identity: ['festival', 'film', 'gateway', 'marketing', 'notification', 'rewards'],
  notification: ['gateway', 'identity'],
  film: ['festival', 'gateway', 'identity', 'media', 'media-worker', 'notification'],
  media: ['festival', 'film', 'gateway', 'identity'],
  marketing: ['festival', 'film', 'gateway', 'identity'],
  festival: ['film', 'gateway', 'identity', 'notification'],
  rewards: ['film', 'gateway', 'identity'],
  // end of derived: callers
};

/** The processes that call the gRPC of a service: it must have the public key of each. */
export function callersOf(service: string): readonly string[] {
  return CALLERS[service] ?? [];
}
