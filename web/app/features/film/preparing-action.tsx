import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Progress } from '../../ui/progress.tsx';
import { PREPARING_ROOM, PREPARING_SIZE } from './primary-action-skeleton.tsx';
import { usePreparing } from './use-preparing.ts';

type Props = {
  filmId: string;
  message: string;
  /** Where its trailer is; '' without one. */
  trailer: string;
  /** Asks again what the viewer may do. */
  onReady: () => void;
};

/** Stands in for the action of a film that is being prepared, until it can be watched. */
export function PreparingAction({ filmId, message, trailer, onReady }: Props) {
  const preparation = usePreparing([filmId])(filmId);
  const isDone = preparation.state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the film is done.
  useEffect(() => {
    if (isDone) onReady();
  }, [isDone]);
  const isRunning = preparation.state === 'preparing' && !preparation.waiting;
  return (
    <div className={PREPARING_ROOM}>
      <div className={classNames('grid content-start gap-2', PREPARING_SIZE)}>
        <Progress
          label={_('Preparing this film')}
          {...(isRunning && { value: preparation.percent })}
          {...(preparation.state === 'preparing' && preparation.waiting && { detail: _('Waiting its turn') })}
        />
        <p className="text-ink-muted text-small">{message}</p>
      </div>
      {trailer ? (
        <Link to={trailer} className={buttonClass('secondary', 'large', 'w-fit')}>
          <Play aria-hidden className="size-5 fill-current" />
          {_('Watch the trailer')}
        </Link>
      ) : null}
    </div>
  );
}
