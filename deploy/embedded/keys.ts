import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import type { Service } from '@marquee/service/define-service';
import { completeKeys, type StoredKeys } from '../keys/make-keys.ts';

/** What instances before wrote: one signing key of viewers, and secrets by names of their own. */
type Earlier = { viewer?: string; secrets?: Record<string, string> };

const EARLIER_NAMES: Record<string, readonly string[]> = {
  challenge: ['identity.CHALLENGE_KEY'],
  challengeHash: ['identity.CHALLENGE_HASH_KEY'],
  cursor: ['identity.CURSOR_KEY', 'notification.CURSOR_KEY', 'media.CURSOR_KEY', 'film.CURSOR_KEY'],
  film: ['film.VISITOR_HASH_KEY'],
};

/** Reads the keys of an instance; makes and keeps those that are missing, for the owner's eyes only. */
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

// Whole or not at all, also when the machine stops: sessions and cursors are worth nothing without their keys.
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
