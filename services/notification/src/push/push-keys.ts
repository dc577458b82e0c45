import { createECDH, createHash } from 'node:crypto';

/** The keys by which push services know this site (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

const PURPOSE = 'marquee web push v1';

/**
 * Makes the keys of P-256 from the site's secret, so that all processes of a site have the same and none is kept. A secret
 * of 32 random bytes has at most the strength of such a key.
 */
export function pushKeysOf(secret: string): PushKeys {
  for (let round = 0; ; round += 1) {
    const curve = createECDH('prime256v1');
    const privateKey = createHash('sha256').update(`${PURPOSE}\n${round}\n${secret}`).digest();
    try {
      curve.setPrivateKey(privateKey);
    } catch {
      // One of 2^32 hashes is no key of the curve.
      continue;
    }
    return {
      publicKey: curve.getPublicKey().toString('base64url'),
      privateKey: privateKey.toString('base64url'),
    };
  }
}
