import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = { origin?: string; crossOrigin?: boolean; rpId?: string; userVerified?: boolean };
type Key = { id: Buffer; privateKey: KeyObject; userHandle: string; counter: number };

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

const FLAGS = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };
const ES256 = -7;

/**
 * An authenticator of WebAuthn Level 3 with a browser around it: makes P-256 keys without attestation and signs with them,
 * as the browser's JSON has it.
 */
export function authenticator(defaults: Options = {}) {
  const keys: Key[] = [];

  const clientData = (type: string, challenge: string, options: Options) => {
    const { origin = 'http://localhost:3000', crossOrigin = false } = options;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  };

  const authData = (flags: number, counter: number, { rpId = 'localhost', userVerified = true }: Options) => {
    const bytes = Buffer.alloc(37);
    sha256(rpId).copy(bytes);
    bytes.writeUInt8(flags | FLAGS.userPresent | (userVerified ? FLAGS.userVerified : 0), 32);
    bytes.writeUInt32BE(counter, 33);
    return bytes;
  };

  return {
    keys,
    /** Answers `navigator.credentials.create`. */
    create(optionsJson: string, given: Options = {}): string {
      const options = { ...defaults, ...given };
      const { challenge, user } = JSON.parse(optionsJson);
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const id = randomBytes(32);
      keys.push({ id, privateKey, userHandle: user.id, counter: 0 });
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, ES256],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = [Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(cose))];
      const data = Buffer.concat([authData(FLAGS.attested, 0, options), ...attested]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(data)],
      ]);
      return JSON.stringify({
        ...credential(id),
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, options)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      });
    },
    /** Answers `navigator.credentials.get` with the newest key, or another. */
    get(
      optionsJson: string,
      given: Options & { key?: Key | undefined; counter?: number; userHandle?: string } = {},
    ): string {
      const options = { ...defaults, ...given };
      const key = given.key ?? keys.at(-1);
      if (!key) throw new Error('the authenticator has no key');
      const { challenge } = JSON.parse(optionsJson);
      key.counter = given.counter ?? key.counter + 1;
      const client = clientData('webauthn.get', challenge, options);
      const data = authData(0, key.counter, options);
      return JSON.stringify({
        ...credential(key.id),
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey)),
          userHandle: given.userHandle ?? key.userHandle,
        },
      });
    },
  };
}

function credential(id: Buffer) {
  return { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} };
}
