import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { BlobsUnavailableError } from './blob-store.ts';
import { isAbsent, translated } from './s3-errors.ts';

// The limit of one request, and of one page of a list.
const BATCH = 1000;
const ROUNDS_MAX = 100;

/** Deletes all objects below a prefix and aborts its multipart uploads; returns the number of objects. */
export async function deleteFromS3(client: S3Client, bucket: string, prefix: string): Promise<number> {
  try {
    const count = await deleteObjects(client, bucket, prefix);
    await abortUploads(client, bucket, prefix);
    return count;
  } catch (error) {
    throw translated(prefix, error);
  }
}

async function deleteObjects(client: S3Client, bucket: string, prefix: string): Promise<number> {
  let count = 0;
  const pages = paginateListObjectsV2({ client, pageSize: BATCH }, { Bucket: bucket, Prefix: prefix });
  for await (const { Contents = [] } of pages) {
    if (Contents.length === 0) continue;
    const Objects = Contents.map(({ Key = '' }) => ({ Key }));
    const answer = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
    const failed = answer.Errors?.[0];
    if (failed) throw new BlobsUnavailableError(`${answer.Errors?.length} blobs were not deleted: ${failed.Code}`);
    count += Objects.length;
  }
  return count;
}

/** Finds none in stores that cannot list multipart uploads by prefix. */
async function abortUploads(client: S3Client, bucket: string, prefix: string): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }));
    if (Uploads.length === 0) return;
    for (const { Key, UploadId } of Uploads) {
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
    }
  }
}
