import { openDatabase } from '@marquee/data/database';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { openDataDir } from '@marquee/deploy/embedded/data-dir';
import { createLogger } from '@marquee/runtime/log';

const log = createLogger({ service: 'journeys', level: 'error' });

/** Makes all that somebody did to prove who they are an hour old: signing in, and passkeys. */
export async function ageProofsOf(email: string): Promise<void> {
  const { DATABASE_URL_IDENTITY: scaled, MARQUEE_DATA_DIR: dataDir = '' } = process.env;
  const url = scaled ?? embeddedPostgresUrl(openDataDir(dataDir).socketDir, 'identity');
  const db = openDatabase({ url, max: 1, log, applicationName: 'journeys' });
  try {
    await db.query(
      `UPDATE sessions SET created_at = created_at - interval '1 hour', passkey_at = passkey_at - interval '1 hour'
       WHERE account_id = (SELECT id FROM accounts WHERE email = $1)`,
      [email],
    );
  } finally {
    await db.close();
  }
}
