import { _ } from '../../language/words.ts';
import { bytesPerSecond } from './send-rate.ts';
import { bytesText, timeLeftText } from './send-words.ts';
import { slotTitles } from './slot-titles.ts';
import type { UploadItem } from './upload-store.ts';

export const percentOf = ({ sentBytes, totalBytes }: UploadItem) =>
  totalBytes === 0 ? 0 : Math.floor((100 * sentBytes) / totalBytes);

/** The status of an upload, for the viewer. */
export function stepText(item: UploadItem): string {
  switch (item.step) {
    case 'uploading':
      return _('Uploading... {percent}%', { percent: percentOf(item) });
    case 'waiting':
      return _('The connection is lost. It continues by itself.');
    case 'offline':
      return _('Waiting for the network. It continues by itself.');
    case 'queued':
      return _('Waits for your other uploads.');
    case 'checking':
      return _('Checking the file');
    case 'attached':
      return _('{value} is in place', { value: slotTitles[item.slot] });
    default:
      return item.message ?? '';
  }
}

/** How much of a file is sent, and while it is being sent how fast and how long it takes. */
export function progressText({ sentBytes, totalBytes, step, rate }: UploadItem): string {
  const sent = _('{bytesText} of {bytesText2}', { bytesText: bytesText(sentBytes), bytesText2: bytesText(totalBytes) });
  const perSecond = step === 'uploading' ? bytesPerSecond(rate) : undefined;
  if (!perSecond || sentBytes >= totalBytes) return sent;
  return [sent, `${bytesText(perSecond)}/s`, timeLeftText((totalBytes - sentBytes) / perSecond)].join(' · ');
}
