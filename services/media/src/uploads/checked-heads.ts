import { Readable } from 'node:stream';
import { UPLOAD_LIMITS, type UploadRefusal } from '@marquee/rules/media';
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
 * Refuses a large file by its first bytes, before its maker sends the rest, and forgets the upload. They are written as
 * they come, so that nothing is lost where a connection is cut. Small files are checked when they have arrived, which is
 * at once, and so are files whose first bytes came in several requests.
 */
export function checkedHeads(resources: MediaResources, store: DataStore): DataStore {
  const write = store.write.bind(store);
  let checking = 0;

  async function refusalOf(id: string, head: Buffer): Promise<UploadRefusal | undefined> {
    const asset = await assets.get(resources.db, id);
    if (!asset || Number(asset.sizeBytes) <= UPLOAD_LIMITS.headBytes || checking >= AT_ONCE_MAX) return undefined;
    checking += 1;
    return refusalOfHead(resources, asset.kind === 'VIDEO' ? 'VIDEO' : 'IMAGE', head).finally(() => {
      checking -= 1;
    });
  }

  async function forget(id: string, refusal: UploadRefusal): Promise<never> {
    resources.log.info({ assetId: id, refusal }, 'an upload was refused by its first bytes');
    await transact(resources, ({ tx }) => dropUpload(tx, id));
    await uploadBytes(resources).discard(id);
    throw uploadRefused(refusal);
  }

  store.write = async (readable, id, offset) => {
    if (offset > 0) return write(readable, id, offset);
    let refusal: UploadRefusal | undefined;
    const isGood = async (head: Buffer) => {
      refusal = await refusalOf(id, head);
      return refusal === undefined;
    };
    const source = readable.iterator({ destroyOnReturn: false });
    const written = await write(Readable.from(whileGood(source, isGood), { objectMode: false }), id, offset);
    return refusal ? forget(id, refusal) : written;
  };
  return store;
}

/** What comes, until its first bytes are found to be bad. */
async function* whileGood(
  source: AsyncIterable<Buffer>,
  isGood: (head: Buffer) => Promise<boolean>,
): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let isChecked = false;
  for await (const chunk of source) {
    if (!isChecked) {
      head = Buffer.concat([head, chunk]);
      isChecked = head.length >= UPLOAD_LIMITS.headBytes;
      if (isChecked && !(await isGood(head.subarray(0, UPLOAD_LIMITS.headBytes)))) return;
      if (isChecked) head = Buffer.alloc(0);
    }
    yield chunk;
  }
}
