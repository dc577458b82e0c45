import { type ApplePasses, openApplePasses } from './apple-passes.ts';
import { type GooglePasses, openGooglePasses } from './google-passes.ts';
import type { PassConfig } from './pass-config.ts';

/** The wallets that tickets can be kept in; each undefined where it is not set up. */
export type Passes = { apple: ApplePasses | undefined; google: GooglePasses | undefined };

export const openPasses = (config: PassConfig, base: Parameters<typeof openApplePasses>[1]): Passes => ({
  apple: openApplePasses(config, base),
  google: openGooglePasses(config),
});
