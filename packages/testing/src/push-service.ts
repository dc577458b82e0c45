import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { atEnd } from './cleanup.ts';
import { listenLocally } from './listen-locally.ts';

/** What a browser got, with the headers that its push service saw. */
type Pushed = { message: Record<string, string>; browser: string; ttl: number; topic: string; urgency: string };

/**
 * A push service on this machine, written to RFC 8030, with the browsers behind it: it checks the sender's signature
 * (RFC 8292) and decrypts each message as its browser does (RFC 8291 over RFC 8188).
 */
export async function pushService(publicKey: () => string) {
  const browsers = new Map<string, { curve: ReturnType<typeof createECDH>; auth: Buffer }>();
  const pushed: Pushed[] = [];
  const answers = { status: 201, before: async () => {} };
  const [connections, authorizations] = [new Set<Socket>(), new Set<string>()];
  let posts = 0;
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '', 'http://push').pathname.slice(1);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    posts += 1;
    connections.add(request.socket);
    authorizations.add(request.headers.authorization ?? '');
    await answers.before();
    const browser = browsers.get(name);
    const end = (status: number) => void response.writeHead(status).end();
    if (request.method !== 'POST' || !browser) return end(404);
    if (!isSigned(request.headers.authorization ?? '', publicKey(), `http://${request.headers.host}`)) return end(403);
    if (request.headers['content-encoding'] !== 'aes128gcm' || request.headers.ttl === undefined) return end(400);
    if (answers.status !== 201) return end(answers.status);
    pushed.push({
      message: JSON.parse(decrypt(Buffer.concat(chunks), browser)),
      browser: name,
      ttl: Number(request.headers.ttl),
      topic: String(request.headers.topic),
      urgency: String(request.headers.urgency),
    });
    end(201);
  });
  const port = await listenLocally(server);
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    pushed,
    answers,
    posts: () => posts,
    /** How many connections and tokens they came with. */
    connections: () => connections.size,
    authorizations: () => authorizations.size,
    /** A browser that subscribes, and what it gives to the site. */
    subscribe: (name: string) => {
      const curve = createECDH('prime256v1');
      curve.generateKeys();
      const auth = randomBytes(16);
      browsers.set(name, { curve, auth });
      return {
        endpoint: `http://127.0.0.1:${port}/${name}`,
        p256dh: curve.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    forget: (name: string) => browsers.delete(name),
  };
}

/** RFC 8291, section 3.4, and RFC 8188, section 2: one record. */
function decrypt(body: Buffer, { curve, auth }: { curve: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const receiverKey = curve.getPublicKey();
  const shared = curve.computeSecret(senderKey);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const material = Buffer.from(hkdfSync('sha256', shared, auth, keyInfo, 32));
  const key = Buffer.from(hkdfSync('sha256', material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16));
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const delimiter = padded.lastIndexOf(2);
  if (delimiter < 0) throw new Error('The record has no delimiter');
  return padded.subarray(0, delimiter).toString('utf8');
}

/** RFC 8292: a token signed by the key that browsers subscribed with, for this service, of at most a day. */
function isSigned(authorization: string, publicKey: string, audience: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  if (key !== publicKey) return false;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((part) => part.toString('base64url'));
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isOurs = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: jwk, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const seconds = Date.now() / 1_000;
  return isOurs && aud === audience && exp > seconds && exp <= seconds + 86_400 && /^mailto:\S+@\S+$/.test(sub);
}
