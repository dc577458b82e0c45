import { UPLOAD_LIMITS } from '@marquee/rules/media';
import type { MakerUploads } from '../assets/assets.ts';
import { tooManyInWork, tooManyToday } from './upload-errors.ts';

/**
 * For whatever puts a maker's file to work: a new upload, and a transcode that is started again.
 *
 * @throws DomainError EXHAUSTED for one more file than may be in work at a time, or on one day
 */
export function requireWorkWithinLimits({ open, inWork, today }: MakerUploads): void {
  if (inWork >= UPLOAD_LIMITS.inWorkMax) throw tooManyInWork();
  if (today + open >= UPLOAD_LIMITS.perDayMax) throw tooManyToday();
}
