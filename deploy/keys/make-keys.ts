import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSigningKey, publicKeyToPem, signingKeyToPem } from '@marquee/runtime/keys';
import { SERVICE_NAMES } from '@marquee/service/platform';

const SECRET_BYTES = 32;
const secret = () => randomBytes(SECRET_BYTES).toString('base64');

/** New keys of a whole installation: files by process, named as the variables that they are for. */
function makeKeys(): Record<string, Record<string, string>> {
  const viewer = generateSigningKey();
  const callers = [...SERVICE_NAMES, 'media-worker', 'gateway'];
  const signing = new Map(callers.map((name) => [name, generateSigningKey()] as const));
  const publicKeys = {
    viewer: [publicKeyToPem(viewer)],
    services: Object.fromEntries([...signing].map(([name, key]) => [name, [publicKeyToPem(key)]])),
  };
  const playback = `k1:${secret()}`;
  const cursor = secret();
  const own: Record<string, Record<string, string>> = {
    identity: {
      CHALLENGE_KEY: secret(),
      CHALLENGE_HASH_KEY: secret(),
      CURSOR_KEY: cursor,
      VIEWER_SIGNING_KEY: signingKeyToPem(viewer),
    },
    film: { FILM_SECRET: secret() },
    media: { PLAYBACK_KEYS: playback, CURSOR_KEY: cursor },
    'media-worker': { PLAYBACK_KEYS: playback, CURSOR_KEY: cursor },
    notification: { CURSOR_KEY: cursor },
  };
  const folders = [...signing].map(([name, key]) => [
    name,
    { SERVICE_SIGNING_KEY: signingKeyToPem(key), ...own[name] },
  ]);
  return { ...Object.fromEntries(folders), public: { PUBLIC_KEYS: JSON.stringify(publicKeys) } };
}

/** Writes new keys into a folder, a folder of files for each process and `public` for all; for the owner's eyes only. */
export function writeKeys(folder: string): void {
  for (const [name, files] of Object.entries(makeKeys())) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    for (const [variable, value] of Object.entries(files)) {
      writeFileSync(join(folder, name, variable), value, { mode: 0o600 });
    }
  }
}
