import { _ } from '../../language/words.ts';
import { Skeleton } from '../../ui/states.tsx';

/** The size of what stands in for the action of a film that is being prepared, so that nothing moves when it comes. */
export const PREPARING_SIZE = 'min-h-20 w-full sm:w-96';

/** Stands in for the primary action, in its size, until the viewer's access is known. */
export function PrimaryActionSkeleton({ preparing = false }: { preparing?: boolean | undefined }) {
  return (
    <Skeleton
      className={preparing ? PREPARING_SIZE : 'h-13 w-full rounded-full! sm:w-52'}
      label={_('Loading your access to the film')}
    />
  );
}
