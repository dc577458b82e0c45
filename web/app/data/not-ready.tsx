import { ErrorState, Skeleton } from '../ui/states.tsx';
import type { Own } from './use-own.ts';

type Props = {
  own: Own<unknown>;
  retry: () => Promise<unknown>;
  /** The size of what is coming. */
  className: string;
  /** What is loading. */
  loading: string;
  /** The title of the state after an answer that could not be loaded. */
  failed: string;
};

/** What stands in the place of the viewer's data until they are there: a skeleton, or the failure with a second try. */
export function NotReady({ own, retry, className, loading, failed }: Props) {
  if (own.state === 'failed') return <ErrorState title={failed} onRetry={() => void retry()} />;
  return <Skeleton className={className} label={loading} />;
}
