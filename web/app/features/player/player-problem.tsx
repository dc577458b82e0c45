import { signInPath } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { signInOverPage, useEndedSession } from '../../layout/current-user.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Problem } from './problem.ts';
import type { Unlock } from './use-unlock.ts';

/** Says why the film does not play and what the viewer can do, over the film or in its place. */
export function PlayerProblem({
  problem,
  filmHref,
  watchHref,
  onRetry,
  onTakeOver,
  unlock,
}: {
  problem: Problem;
  filmHref: string;
  watchHref: string;
  onRetry: () => void;
  /** Watches here, in place of another device of the account. */
  onTakeOver?: (() => void) | undefined;
  unlock?: Unlock;
}) {
  const ended = useEndedSession();
  return (
    <div role="alert" className="grid max-w-md justify-items-center gap-4 px-6 text-center text-on-film">
      <p className="font-title text-heading">{problem.message}</p>
      {problem.advice ? <p className="text-on-film-muted">{problem.advice}</p> : null}
      {unlock?.error ? <p className="text-danger-ink text-small">{unlock.error}</p> : null}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {problem.remedy === 'sign-in' && ended ? (
          <Button variant="primary" onClick={signInOverPage}>
            {_('Sign in')}
          </Button>
        ) : null}
        {problem.remedy === 'sign-in' && !ended ? (
          <a href={signInPath(watchHref)} className={buttonClass('primary')}>
            {_('Sign in')}
          </a>
        ) : null}
        {problem.remedy === 'unlock' && unlock ? (
          <Button variant="primary" pending={unlock.pending} onClick={unlock.unlock}>
            {_('Unlock and watch')}
          </Button>
        ) : null}
        {problem.remedy === 'retry' ? (
          <Button variant="primary" onClick={onRetry}>
            {_('Try again')}
          </Button>
        ) : null}
        {problem.remedy === 'take-over' && onTakeOver ? (
          <Button variant="primary" onClick={onTakeOver}>
            {_('Watch here instead')}
          </Button>
        ) : null}
        {problem.remedy === 'watch-again' ? (
          <a href={watchHref} className={buttonClass('primary')}>
            {_('Start it again')}
          </a>
        ) : null}
        <a href={filmHref} className={buttonClass(problem.remedy === 'film-page' ? 'primary' : 'secondary')}>
          {_('Back to the film')}
        </a>
      </div>
    </div>
  );
}
