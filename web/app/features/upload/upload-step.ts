import { slotTitles } from './slot-titles.ts';
import type { UploadItem } from './upload-store.ts';

export const percentOf = ({ sentBytes, totalBytes }: UploadItem) =>
  totalBytes === 0 ? 0 : Math.floor((100 * sentBytes) / totalBytes);

/** The status of an upload, for the viewer. */
export function stepText(item: UploadItem): string {
  switch (item.step) {
    case 'uploading':
      return `Uploading... ${percentOf(item)}%`;
    case 'waiting':
      return 'The connection is lost. It continues by itself.';
    case 'queued':
      return 'Waits for your other uploads.';
    case 'checking':
      return 'Checking the file';
    case 'attached':
      return `${slotTitles[item.slot]} is in place`;
    default:
      return item.message ?? '';
  }
}
