import type { Logger } from '@marquee/runtime/log';
import type { Platform } from '@marquee/service/platform';

/** What the demo catalogue is made with. */
export type SeedContext = {
  /** Of each running service: its database, addresses, keys, blobs. */
  platforms: ReadonlyMap<string, Platform>;
  /** What each service found in its environment. */
  environments: ReadonlyMap<string, Record<string, string | undefined>>;
  publicUrl: string;
  /** The instance's folder. */
  dataDir: string;
  log: Logger;
  /** Aborted when the instance stops; the next start goes on. */
  signal: AbortSignal;
};

/** Makes what is missing of the demo catalogue; on every start, so that an interrupted one is finished. */
export type Seed = (context: SeedContext) => Promise<void>;
