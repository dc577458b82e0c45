import { Readable } from 'node:stream';
import { UPLOAD_LIMITS } from '@marquee/rules/media';
import { transact } from '@marquee/service/use-case';
import type { DataStore } from '@tus/server';
import * as assets from '../assets/assets.ts';
import type { MediaResources } from '../resources.ts';
import { refusalOfHead } from './check-head.ts';
import { dropUpload } from './finish-upload.ts';
import { uploadBytes } from './upload-bytes.ts';
import { uploadRefused } from './upload-errors.ts';

/** Beyond so many at a time a file is not looked at before it has arrived. */
const AT_ONCE_MAX = 4;

/**
 * Refuses a large file by its first bytes, before its maker sends the rest, and forgets the upload. Small files are
 * checked when they have arrived, which is at once.
 */
export function checkedHeads(resources: MediaResources, store: DataStore): DataStore {
  const write = store.write.bind(store);
  let checking = 0;

  async function requireGoodHead(id: string, head: Buffer): Promise<void> {
    const asset = await assets.get(resources.db, id);
    if (!asset || Number(asset.sizeBytes) <= UPLOAD_LIMITS.headBytes || checking >= AT_ONCE_MAX) return;
    checking += 1;
    const refusal = await refusalOfHead(resources, asset.kind === 'VIDEO' ? 'VIDEO' : 'IMAGE', head).finally(() => {
      checking -= 1;
    });
    if (!refusal) return;
    resources.log.info({ assetId: id, refusal }, 'an upload was refused by its first bytes');
    await transact(resources, ({ tx }) => dropUpload(tx, id));
    await uploadBytes(resources).discard(id);
    throw uploadRefused(refusal);
  }

  store.write = async (readable, id, offset) => {
    if (offset > 0) return write(readable, id, offset);
    const source = readable.iterator({ destroyOnReturn: false });
    const head = await readHead(source);
    // A connection that was cut earlier leaves too little to judge by.
    if (head.length >= UPLOAD_LIMITS.headBytes) await requireGoodHead(id, head.subarray(0, UPLOAD_LIMITS.headBytes));
    return write(Readable.from(joined(head, source), { objectMode: false }), id, offset);
  };
  return store;
}

async function readHead(source: AsyncIterator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes < UPLOAD_LIMITS.headBytes) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    bytes += value.length;
  }
  return Buffer.concat(chunks);
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
