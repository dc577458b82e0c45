import { _ } from '../../language/words.ts';
import { Skeleton } from '../../ui/states.tsx';

/** Stands in for the primary action, in its size, until the viewer's access is known. */
export function PrimaryActionSkeleton() {
  return <Skeleton className="h-13 w-full rounded-full! sm:w-52" label={_('Loading your access to the film')} />;
}
