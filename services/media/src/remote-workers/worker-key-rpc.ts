import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type WorkerKeySchema, WorkerKeyService } from '@marquee/contracts/media/v1/worker_key_pb';
import { workerKeyFields } from '@marquee/rules/back-office-workers';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { z } from 'zod';
import type { MediaResources } from '../resources.ts';
import { createWorkerKey } from './create-worker-key.ts';
import { listWorkerKeys } from './list-worker-keys.ts';
import { revokeWorkerKey } from './revoke-worker-key.ts';
import type { WorkerKeyRow } from './worker-keys.ts';

const keySchema = z.object({ keyId: z.string() });

/** For staff. */
export const workerKeyRpc = rpc<MediaResources>()(WorkerKeyService, {
  createWorkerKey: write(workerKeyFields, createWorkerKey, ({ key, token }) => ({
    key: keyMessage(key),
    secret: token,
  })),
  listWorkerKeys: read(z.object({}), listWorkerKeys, (keys) => ({ keys: keys.map(keyMessage) })),
  revokeWorkerKey: write(keySchema, revokeWorkerKey, (key) => ({ key: keyMessage(key) })),
});

function keyMessage(key: WorkerKeyRow): MessageInitShape<typeof WorkerKeySchema> {
  const at = (date: Date | null) => (date ? timestampFromDate(date) : undefined);
  return {
    ...{ id: key.id, name: key.name, seenVersion: key.seenVersion ?? '' },
    ...{ createdAt: at(key.createdAt), revokedAt: at(key.revokedAt), seenAt: at(key.seenAt) },
  };
}
