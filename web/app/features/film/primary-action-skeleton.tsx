import { _ } from '../../language/words.ts';
import { Skeleton } from '../../ui/states.tsx';

// The size of what stands in for the action of a film that is being prepared, so that nothing moves when it comes.
export const PREPARING_SIZE = 'min-h-20 w-full sm:w-96';
/** Around it, with the way to the trailer below. */
export const PREPARING_ROOM = 'grid w-full gap-4 sm:w-auto';

type Props = {
  preparing?: boolean | undefined;
  /** While it is prepared, the way to its trailer is shown too. */
  hasTrailer?: boolean;
};

/** Stands in for the primary action, in its size, until the viewer's access is known. */
export function PrimaryActionSkeleton({ preparing = false, hasTrailer = false }: Props) {
  const label = _('Loading your access to the film');
  if (!preparing) return <Skeleton className="h-13 w-full rounded-full! sm:w-52" label={label} />;
  return (
    <div className={PREPARING_ROOM}>
      <Skeleton className={PREPARING_SIZE} label={label} />
      {hasTrailer ? <Skeleton className="h-13 w-52 rounded-full!" /> : null}
    </div>
  );
}
