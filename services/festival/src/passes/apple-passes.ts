import { createPrivateKey } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { THREAD_LIMITS } from '@marquee/runtime/ask-thread';
import type { Clock } from '@marquee/runtime/clock';
import { Piscina } from 'piscina';
import { readAppleCertificate } from './apple-certificate.ts';
import type { PassIssuer } from './apple-pass.ts';
import type { PassConfig } from './pass-config.ts';
import { passesBusy } from './pass-errors.ts';
import type { PassFacts } from './pass-facts.ts';

/** Makes passes for Apple Wallet. */
export type ApplePasses = {
  /** Phones take no new passes once the certificate is over. */
  isReady(): boolean;
  /**
   * A .pkpass file of each, or none of them.
   *
   * @throws DomainError EXHAUSTED, PASSES_BUSY where more of them wait than can be made soon, and where one takes too long
   */
  make(facts: readonly PassFacts[]): Promise<Uint8Array[]>;
};

const ENTRY = fileURLToPath(new URL('./apple-pass.ts', import.meta.url));
/** A pass takes about a tenth of a second, and a call that asks for some ends after five. */
const WAITING_MAX = 30;
const TIMEOUT_MS = 4_500;
const IDLE_MS = 60_000;

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
    resourceLimits: THREAD_LIMITS,
  });
  onClose(() => threads.destroy());
  return {
    isReady: () => clock.now() < validTo,
    async make(facts) {
      if (threads.queueSize + facts.length > WAITING_MAX) throw passesBusy();
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const made = Promise.all(facts.map((one): Promise<Uint8Array> => threads.run(one, { signal })));
      return made.catch((cause: unknown) => {
        throw signal.aborted ? passesBusy(cause) : cause;
      });
    },
  };
}

/** Opened once: opening a key by its passphrase takes longer than a signature. */
function plainKey({ APPLE_PASS_KEY: key, APPLE_PASS_KEY_PASSPHRASE: passphrase }: PassConfig): string {
  return createPrivateKey({ key, passphrase }).export({ type: 'pkcs1', format: 'pem' }).toString();
}
