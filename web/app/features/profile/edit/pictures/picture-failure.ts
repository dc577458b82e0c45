import { PICTURE_MESSAGES } from '@marquee/rules/gallery';
import { refusalOf } from '../../../../api/api-error.ts';
import { PictureError } from './shrink-picture.ts';

/** What a person reads about a picture that could not be used or sent [PRO-10]. */
export function pictureFailure(error: unknown): { title: string; detail?: string } {
  if (error instanceof PictureError) {
    return { title: error.kind === 'permission' ? PICTURE_MESSAGES.needPermission : PICTURE_MESSAGES.bad };
  }
  const { code, message } = refusalOf(error);
  if (code === 'InvalidArgument' || code === 'FailedPrecondition' || code === 'ResourceExhausted') {
    return { title: message };
  }
  return { title: PICTURE_MESSAGES.uploadFailed.title, detail: PICTURE_MESSAGES.uploadFailed.body };
}
