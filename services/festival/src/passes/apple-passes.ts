import { createPrivateKey } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@marquee/runtime/clock';
import { Piscina } from 'piscina';
import { readAppleCertificate } from './apple-certificate.ts';
import type { PassIssuer } from './apple-pass.ts';
import type { PassConfig } from './pass-config.ts';
import type { PassFacts } from './pass-facts.ts';

/** Makes passes for Apple Wallet. */
export type ApplePasses = {
  /** Phones take no new passes once the certificate is over. */
  isReady(): boolean;
  /** A .pkpass file. @throws where more of them wait than can be made soon, and where one takes too long */
  make(facts: PassFacts): Promise<Uint8Array>;
};

const ENTRY = fileURLToPath(new URL('./apple-pass.ts', import.meta.url));
/** A pass takes about a tenth of a second. */
const WAITING_MAX = 100;
const TIMEOUT_MS = 20_000;
const IDLE_MS = 60_000;
const HEAP_MEGABYTES = 128;

/**
 * Undefined where no certificate is set. Passes are made one after the other in a thread, which lives while there is
 * something to make: their signatures are computed in JavaScript, and would keep buyers waiting.
 */
export function openApplePasses(
  config: PassConfig,
  { clock, onClose }: { clock: Clock; onClose(work: () => Promise<void>): void },
): ApplePasses | undefined {
  if (!config.APPLE_PASS_CERTIFICATE) return undefined;
  const { validTo, ...issuer } = readAppleCertificate(config.APPLE_PASS_CERTIFICATE);
  const certificates = {
    ...{ wwdr: config.APPLE_WWDR_CERTIFICATE, signerCert: config.APPLE_PASS_CERTIFICATE },
    signerKey: plainKey(config),
  };
  const threads = new Piscina({
    ...{ filename: ENTRY, workerData: { ...issuer, certificates } satisfies PassIssuer },
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, maxQueue: WAITING_MAX },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  onClose(() => threads.destroy());
  return {
    isReady: () => clock.now() < validTo,
    make: (facts) => threads.run(facts, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
  };
}

/** Opened once: opening a key by its passphrase takes longer than a signature. */
function plainKey({ APPLE_PASS_KEY: key, APPLE_PASS_KEY_PASSPHRASE: passphrase }: PassConfig): string {
  return createPrivateKey({ key, passphrase }).export({ type: 'pkcs1', format: 'pem' }).toString();
}
