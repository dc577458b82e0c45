import { Trans } from '../../language/trans.tsx';
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

/** What somebody accepts who pays, above what they pay with. In a tab of its own, so that nothing typed is lost. */
export function PaidTerms() {
  return (
    <p className="text-ink-muted text-small">
      <Trans
        id="By paying you accept our <0>terms of use</0>."
        components={{
          0: <a className="text-action-ink underline" href="/terms-of-use" target="_blank" rel="noreferrer" />,
        }}
      />
    </p>
  );
}
