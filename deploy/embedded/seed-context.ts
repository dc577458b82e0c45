import type { Logger } from '@marquee/runtime/log';
import type { Platform } from '@marquee/service/platform';

/** What making the demo catalogue needs. */
export type SeedContext = {
  /** The platform of each running service. */
  platforms: ReadonlyMap<string, Platform>;
  /** The environment of each service. */
  environments: ReadonlyMap<string, Record<string, string | undefined>>;
  publicUrl: string;
  /** The instance's folder. */
  dataDir: string;
  log: Logger;
  /** Aborted when the instance stops; the next start resumes. */
  signal: AbortSignal;
};

/** Makes the missing parts of the demo catalogue. Runs on every start, so that an interrupted run is finished. */
export type Seed = (context: SeedContext) => Promise<void>;
