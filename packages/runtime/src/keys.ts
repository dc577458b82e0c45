import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** An Ed25519 private key and the id that its public half is known by. */
export type SigningKey = { id: string; privateKey: KeyObject };

/** Public keys by id. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** A new Ed25519 key. */
export function generateSigningKey(): SigningKey {
  return signingKey(generateKeyPairSync('ed25519').privateKey);
}

/** The key of a PKCS #8 PEM text. @throws when it is not an Ed25519 private key */
export function signingKeyFromPem(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('the signing key is not an Ed25519 key');
  return signingKey(privateKey);
}

/** PKCS #8 PEM. */
export function signingKeyToPem(key: SigningKey): string {
  return key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** SPKI PEM of the public half. */
export function publicKeyToPem(key: SigningKey): string {
  return createPublicKey(key.privateKey).export({ type: 'spki', format: 'pem' }).toString();
}

/** The public halves of signing keys, or public keys as SPKI PEM texts, by id. */
export function publicKeys(...keys: (SigningKey | string)[]): PublicKeys {
  return new Map(
    keys.map((key) => {
      const publicKey = createPublicKey(typeof key === 'string' ? key : key.privateKey);
      return [keyId(publicKey), publicKey];
    }),
  );
}

function signingKey(privateKey: KeyObject): SigningKey {
  return { id: keyId(createPublicKey(privateKey)), privateKey };
}

// The id follows from the key, so that the two cannot be mixed up in configuration.
function keyId(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 11);
}
