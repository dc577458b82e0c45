import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import type { Service } from '@marquee/service/define-service';
import { completeKeys, type StoredKeys } from '../keys/make-keys.ts';

/** The format of earlier versions: one viewer signing key, and secrets under other names. */
type Earlier = { viewer?: string; secrets?: Record<string, string> };

const EARLIER_NAMES: Record<string, readonly string[]> = {
  challenge: ['identity.CHALLENGE_KEY'],
  challengeHash: ['identity.CHALLENGE_HASH_KEY'],
  cursor: ['identity.CURSOR_KEY', 'notification.CURSOR_KEY', 'media.CURSOR_KEY', 'film.CURSOR_KEY'],
  film: ['film.VISITOR_HASH_KEY'],
};

/** Reads the keys of an instance, and makes and stores the missing ones. Only the owner can read the file. */
export function loadKeys(path: string, services: readonly Service[]): StoredKeys {
  const stored = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<StoredKeys> & Earlier) : {};
  const complete = completeKeys(services, { ...stored, secrets: { ...fromEarlier(stored), ...stored.secrets } });
  if (JSON.stringify(complete) !== JSON.stringify(stored)) save(path, complete);
  return complete;
}

function fromEarlier({ viewer, secrets = {} }: Earlier): Record<string, string> {
  const renamed = Object.entries(EARLIER_NAMES).flatMap(([name, names]) =>
    names.flatMap((now) => (secrets[name] === undefined ? [] : [[now, secrets[name]]])),
  );
  return {
    ...Object.fromEntries(renamed),
    ...(viewer && { 'identity.VIEWER_SIGNING_KEY': viewer }),
    ...(secrets.playback && { 'media.PLAYBACK_KEYS': `k1:${secrets.playback}` }),
  };
}

// Atomic, even if the machine stops: sessions and cursors are useless without their keys.
function save(path: string, stored: StoredKeys): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify(stored, undefined, 2));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}
