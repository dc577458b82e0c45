import { PICTURE_MESSAGES } from '@marquee/rules/gallery';
import { refusalOf } from '../../../../api/api-error.ts';
import { _ } from '../../../../language/words.ts';
import { PictureError } from './shrink-picture.ts';

/** What a person reads about a picture that could not be used or sent [PRO-10]. */
export function pictureFailure(error: unknown): { title: string; detail?: string } {
  if (error instanceof PictureError) {
    return { title: error.kind === 'permission' ? _(PICTURE_MESSAGES.needPermission) : _(PICTURE_MESSAGES.bad) };
  }
  const { code, message } = refusalOf(error);
  if (code === 'InvalidArgument' || code === 'FailedPrecondition' || code === 'ResourceExhausted') {
    return { title: message };
  }
  return { title: _(PICTURE_MESSAGES.uploadFailed.title), detail: _(PICTURE_MESSAGES.uploadFailed.body) };
}
