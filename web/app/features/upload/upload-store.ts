import { useSyncExternalStore } from 'react';
import type { SendRate } from './send-rate.ts';

export type SlotName = 'FILM_VIDEO' | 'TRAILER_VIDEO' | 'TRAILER_IMAGE' | 'POSTER_IMAGE';

export type UploadStep =
  | 'uploading'
  /** The connection is lost; it resumes by itself. */
  | 'waiting'
  /** The browser has no network; it resumes by itself when there is one. */
  | 'offline'
  /** As many files of this maker as may are being sent; it starts when one of this tab has ended. */
  | 'queued'
  | 'checking'
  | 'attached'
  | 'refused'
  | 'failed';

/** One file that is uploaded for a slot of a film. */
export type UploadItem = {
  key: string;
  filmId: string;
  slot: SlotName;
  fileName: string;
  sentBytes: number;
  totalBytes: number;
  step: UploadStep;
  rate?: SendRate | undefined;
  assetId?: string;
  message?: string;
  /** Sent by a link, whose page alone shows it. */
  isPartners?: boolean;
};

const SENDING: readonly UploadStep[] = ['uploading', 'waiting', 'offline'];
const ENDED: readonly UploadStep[] = ['attached', 'refused', 'failed'];

/** Its bytes are being sent, or will be as soon as they can. */
export const isSending = ({ step }: Pick<UploadItem, 'step'>) => SENDING.includes(step);
/** It needs this tab no longer. */
export const isEnded = ({ step }: Pick<UploadItem, 'step'>) => ENDED.includes(step);

let items: readonly UploadItem[] = [];
const listeners = new Set<() => void>();

export const uploadKey = (filmId: string, slot: SlotName) => `${filmId}:${slot}`;

export const uploadStore = {
  all: () => items,
  get: (key: string) => items.find((item) => item.key === key),
  put(item: UploadItem): void {
    items = [...items.filter((other) => other.key !== item.key), item];
    for (const listener of [...listeners]) listener();
  },
  change(key: string, changes: Partial<UploadItem>): void {
    const item = uploadStore.get(key);
    if (item) uploadStore.put({ ...item, ...changes });
  },
  remove(key: string): void {
    items = items.filter((item) => item.key !== key);
    for (const listener of [...listeners]) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const none: readonly UploadItem[] = [];

/** The uploads of this tab; they continue across navigation. */
export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(uploadStore.subscribe, uploadStore.all, () => none);
}
