import { z } from 'zod';
import { checkAppleSettings } from './apple-certificate.ts';
import { readServiceAccountKey } from './google-passes.ts';

/** What passes for wallets need. Each wallet is there with all of its variables, or with none. */
export const passVariables = {
  APPLE_PASS_CERTIFICATE: z
    .string()
    .default('')
    .describe('the certificate of a pass type for Apple Wallet, as PEM; without it there are no such passes'),
  APPLE_PASS_KEY: z.string().default('').describe('the private key of APPLE_PASS_CERTIFICATE, as PEM'),
  APPLE_PASS_KEY_PASSPHRASE: z.string().default('').describe('what APPLE_PASS_KEY is encrypted with, if it is'),
  APPLE_WWDR_CERTIFICATE: z
    .string()
    .default('')
    .describe('the certificate of Apple (Worldwide Developer Relations) that issued APPLE_PASS_CERTIFICATE, as PEM'),
  GOOGLE_WALLET_ISSUER: z
    .string()
    .regex(/^\d*$/, 'must be the number that Google Wallet shows as the issuer’s')
    .default('')
    .describe('the number of the issuer of passes at Google Wallet; without it there are no such passes'),
  GOOGLE_WALLET_KEY: z
    .string()
    .default('')
    .describe('the key of a service account that issues passes at Google Wallet: the JSON file as it was downloaded'),
};

const passConfig = z.object(passVariables);
/** What the passes are made with. */
export type PassConfig = z.output<typeof passConfig>;

/** Refuses settings with which no phone would take a pass. */
export function refusePasses(config: PassConfig, context: z.RefinementCtx): void {
  checkAppleSettings(config, context);
  const { GOOGLE_WALLET_ISSUER: issuer, GOOGLE_WALLET_KEY: key } = config;
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (key && !issuer) refuse('GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_ISSUER is missing beside GOOGLE_WALLET_KEY.');
  if (issuer && !key) refuse('GOOGLE_WALLET_KEY', 'GOOGLE_WALLET_KEY is missing beside GOOGLE_WALLET_ISSUER.');
  if (!key) return;
  try {
    readServiceAccountKey(key);
  } catch {
    refuse('GOOGLE_WALLET_KEY', 'GOOGLE_WALLET_KEY is no key of a service account.');
  }
}
