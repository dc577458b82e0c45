import type { BlobStore } from '@marquee/storage/blob-store';
import type { DataStore } from '@tus/server';
import type { UploadsConfig } from '../config.ts';
import { bucketUploads } from './bucket-uploads.ts';
import { diskUploads } from './disk-uploads.ts';

/** What tus needs to know of an upload besides its bytes, from its row. */
export type OpenUpload = { id: string; sizeBytes: number; metadata: Record<string, string>; createdAt: Date };
/** @throws uploadHeld when it is finished */
export type FindUpload = (id: string) => Promise<OpenUpload | undefined>;

/**
 * Where the bytes of unfinished uploads lie, and how they become an asset's master. What has arrived is read from there,
 * never remembered: every process can continue every upload. Every adapter passes upload-bytes-contract.ts.
 */
export type UploadBytes = {
  /** What tus reads and writes. */
  dataStore(find: FindUpload): DataStore;
  /** Bytes of free room, including what open uploads have reserved. */
  room(): Promise<bigint>;
  received(id: string, sizeBytes: number): Promise<number>;
  /** Makes the complete file the asset's master. Safe to repeat. @throws while bytes are missing */
  finish(id: string, sizeBytes: number): Promise<void>;
  /** True when all bytes have arrived; another process may be finishing the upload. */
  isWhole(id: string, sizeBytes: number): Promise<boolean>;
  /** Deletes the bytes of an upload whose row is gone. Those in the bucket are deleted as garbage. */
  discard(id: string): Promise<void>;
};

/** Uploads go straight into a bucket that takes parts, or into a folder. */
export function uploadBytes(resources: { config: UploadsConfig; blobs: BlobStore }): UploadBytes {
  const { config, blobs } = resources;
  return blobs.parts ? bucketUploads(config, blobs, blobs.parts) : diskUploads(config, blobs);
}
