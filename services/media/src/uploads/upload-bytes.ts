import type { BlobStore } from '@marquee/storage/blob-store';
import type { DataStore } from '@tus/server';
import type { UploadsConfig } from '../config.ts';
import { bucketUploads } from './bucket-uploads.ts';
import { diskUploads } from './disk-uploads.ts';

/** What tus has to know of an upload besides its bytes; the table knows it. */
export type OpenUpload = { id: string; sizeBytes: number; metadata: Record<string, string>; createdAt: Date };
/** @throws uploadHeld when it is finished */
export type FindUpload = (id: string) => Promise<OpenUpload | undefined>;

/**
 * Where the bytes of unfinished uploads lie, and how they become an asset's master. What has arrived is read from there,
 * never remembered: every process goes on with every upload. Every adapter passes upload-bytes-contract.ts.
 */
export type UploadBytes = {
  /** What tus reads and writes. */
  dataStore(find: FindUpload): DataStore;
  /** Bytes that there is room for, those promised to open uploads among them. */
  room(): Promise<bigint>;
  received(id: string, sizeBytes: number): Promise<number>;
  /** Makes the whole file the asset's master. Safe to repeat, and when it is the master already. @throws while bytes miss */
  finish(id: string, sizeBytes: number): Promise<void>;
  /** Whether all bytes are there. Whoever received the last may be finishing it. */
  isWhole(id: string, sizeBytes: number): Promise<boolean>;
  /** Lets go of what an upload without a row left; what lies among the blobs goes with the garbage. */
  discard(id: string): Promise<void>;
};

/** Straight into the bucket where the blobs are in one that takes parts, in a folder otherwise. */
export function uploadBytes(resources: { config: UploadsConfig; blobs: BlobStore }): UploadBytes {
  const { config, blobs } = resources;
  return blobs.parts ? bucketUploads(config, blobs, blobs.parts) : diskUploads(config, blobs);
}
