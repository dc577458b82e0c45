import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { assertBlobKey, type BlobPart, type BlobParts } from './blob-store.ts';
import { isAbsent, translated } from './s3-errors.ts';

const PART_BYTES_MIN = 5 * 1024 * 1024;
const PARTS_MAX = 10_000;

/**
 * Blobs in parts as S3 multipart uploads. They are found by their full key, so that nothing else stores their ids; some
 * stores cannot list them by prefix.
 */
export function s3Parts(client: S3Client, bucket: string): BlobParts {
  const named = (key: string, making: string) => ({ Bucket: bucket, Key: key, UploadId: making });

  async function uploadsOf(key: string): Promise<string[]> {
    assertBlobKey(key);
    const { Uploads = [] } = await asking(key, () =>
      client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key })),
    );
    return Uploads.filter((upload) => upload.Key === key)
      .map((upload) => ({ id: upload.UploadId ?? '', at: upload.Initiated?.getTime() ?? 0 }))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
  }

  async function abortOne(key: string, making: string): Promise<boolean> {
    try {
      await client.send(new AbortMultipartUploadCommand(named(key, making)));
      return true;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw translated(key, error);
    }
  }

  return {
    sizeMin: PART_BYTES_MIN,
    countMax: PARTS_MAX,

    async find(key) {
      return (await uploadsOf(key))[0];
    },

    async open(key) {
      const [known] = await uploadsOf(key);
      if (known) return known;
      const { UploadId } = await asking(key, () =>
        client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key })),
      );
      if (!UploadId) throw new Error('S3 began a multipart upload without an id');
      return UploadId;
    },

    async put(key, making, number, body) {
      assertBlobKey(key);
      const part = { ...named(key, making), PartNumber: number, Body: body, ContentLength: body.byteLength };
      await asking(key, () => client.send(new UploadPartCommand(part)));
    },

    async list(key, making) {
      assertBlobKey(key);
      const parts: BlobPart[] = [];
      // Not by the SDK's paginator, which never ends with stores that return a marker on the last page.
      let marker: string | undefined;
      do {
        const command = new ListPartsCommand({ ...named(key, making), PartNumberMarker: marker });
        const page = await asking(key, () => client.send(command));
        for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? [])
          parts.push({ number: PartNumber, size: Size, etag: ETag });
        marker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
      return parts.sort((a, b) => a.number - b.number);
    },

    async complete(key, making, parts) {
      assertBlobKey(key);
      const MultipartUpload = { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) };
      const { ETag = '' } = await asking(key, () =>
        client.send(new CompleteMultipartUploadCommand({ ...named(key, making), MultipartUpload })),
      );
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      return { key, size, etag: ETag, modifiedAt: new Date() };
    },

    async abort(key) {
      let count = 0;
      for (const making of await uploadsOf(key)) if (await abortOne(key, making)) count += 1;
      return count;
    },
  };
}

async function asking<T>(key: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw translated(key, error);
  }
}
