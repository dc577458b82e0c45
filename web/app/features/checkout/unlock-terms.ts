import { _ } from '../../language/words.ts';
import { windowsText } from '../film/windows-text.ts';

/** How long an unlock lasts: from when it is paid, or where watchHours is more than 0 from when the film is started. */
export type UnlockHours = { unlockHours: number; watchHours: number };

/** Until when a film can be watched, said before it is paid [WAT-15]. */
export function promiseText({ unlockHours: hours, watchHours }: UnlockHours): string {
  if (watchHours > 0) return windowsText(hours, watchHours);
  return _(
    '{hours, plural, one {Yours for # hour from when it is paid.} other {Yours for # hours from when it is paid.}}',
    { hours },
  );
}
