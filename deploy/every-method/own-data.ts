import { newId } from '@marquee/data/ids';
import * as accountClosings from '@marquee/identity/own-data/account-closings';
import * as accountExports from '@marquee/identity/own-data/account-exports';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { TestPlatform } from '@marquee/testing/test-platform';

const HOUR_MS = 3_600_000;

type Stores = Pick<TestPlatform, 'db' | 'blobs'>;

/** A finished export of an account, with its file, which the session has opened. */
export async function makeExport(
  { db, blobs }: Stores,
  { accountId, sessionId }: Pick<AccountViewer, 'accountId' | 'sessionId'>,
): Promise<string> {
  const [id, now] = [newId(), new Date()];
  const folder = `exports/${id}/`;
  const row = { id, accountId, folder, requestedAt: now, expiresAt: new Date(now.getTime() + HOUR_MS) };
  const { size } = await blobs.put(`${folder}1.zip`, Buffer.from('archive'));
  await db.transaction((tx) => accountExports.insert(tx, row));
  await db.query(
    "UPDATE account_exports SET state = 'READY', blob_key = $2, size_bytes = $3, finished_at = requested_at WHERE id = $1",
    [id, `${folder}1.zip`, size],
  );
  await db.transaction((tx) => accountExports.open(tx, id, sessionId, row.expiresAt));
  return id;
}

/** That an account is closing. */
export async function makeClosing({ db }: Stores, accountId: string): Promise<string> {
  const [id, now] = [newId(), new Date()];
  const row = { id, accountId, requestedAt: now, keepUntil: new Date(now.getTime() + HOUR_MS) };
  await db.transaction((tx) => accountClosings.insert(tx, row));
  return id;
}
