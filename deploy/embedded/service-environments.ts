import type { ServiceName } from '@marquee/service/platform';
import type { EmbeddedConfig } from './config.ts';
import type { DataDir } from './data-dir.ts';
import type { Keys } from './keys.ts';

type Environment = Record<string, string | undefined>;

/**
 * What each service finds in its environment here: the choices of the embedded form, unless the person set the
 * variable, and keys that are never taken from outside.
 */
export function serviceEnvironments(options: {
  env: Environment;
  config: EmbeddedConfig;
  publicUrl: string;
  dir: DataDir;
  keys: Keys;
  viewerKeyPem: string;
}): Record<ServiceName, Environment> {
  const { config, dir, keys, publicUrl } = options;
  const common = { ...options.env, HOST: config.HOST, PUBLIC_URL: publicUrl, CURSOR_KEY: keys.secrets.cursor };
  return {
    identity: {
      ...common,
      CHALLENGE_KEY: keys.secrets.challenge,
      CHALLENGE_HASH_KEY: keys.secrets.challengeHash,
      VIEWER_SIGNING_KEY: options.viewerKeyPem,
      ALLOW_STAFF_WITHOUT_PASSKEY: '1',
    },
    notification: { ...common, DEV_INBOX: config.DEV_INBOX ?? (config.SMTP_URL ? '0' : '1') },
    media: {
      ...common,
      UPLOADS_DIR: dir.uploads,
      SCRATCH_DIR: dir.scratch,
      PLAYBACK_KEYS: `k1:${keys.secrets.playback}`,
    },
    film: { ...common, FILM_SECRET: keys.secrets.film },
  };
}
