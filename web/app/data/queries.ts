import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { createQueryOptions } from '@connectrpc/connect-query';
import { notifyManager, QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/react-query';
import { rpcTransport } from '../api/browser/transport.ts';
import { toApiError } from '../api/call-error.ts';
import type { Own, OwnChange } from './use-own.ts';

// All that uses react-query is in this module, which pages import after hydration: see use-own.ts and use-more.ts.

// A change shows in the same frame as the press that made it.
notifyManager.setScheduler(queueMicrotask);

const queries = new QueryClient({
  defaultOptions: {
    // Calls are repeated by the transport, and fail at once when there is no network. An answer lives as long as
    // something on the page shows it.
    queries: { retry: false, networkMode: 'always', gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  },
});

export type Observed<T> = {
  retry: () => Promise<T | undefined>;
  change: (change: OwnChange<T>) => () => void;
  stop: () => void;
};

/** Calls a method once for all components that ask the same, and reports its answer and every change of it. */
export function observe<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
  onChange: (own: Own<MessageShape<O>>) => void,
): Observed<MessageShape<O>> {
  const options = createQueryOptions(method, input, { transport: rpcTransport() });
  const observer = new QueryObserver(queries, { ...options, staleTime: Number.POSITIVE_INFINITY });
  const unsubscribe = observer.subscribe((result) => onChange(ownOf(result)));
  onChange(ownOf(observer.getCurrentResult()));
  return {
    stop() {
      unsubscribe();
      const { queryKey } = options;
      const query = queries.getQueryCache().find({ queryKey, exact: true });
      if (query?.getObserversCount() === 0) queries.removeQueries({ queryKey, exact: true });
    },
    async retry() {
      const { data, isError } = await observer.refetch();
      return isError ? undefined : data;
    },
    change(change) {
      const before = queries.getQueryData(options.queryKey);
      if (before === undefined) return () => {};
      queries.setQueryData(options.queryKey, change(before as MessageShape<O>));
      return () => queries.setQueryData(options.queryKey, before);
    },
  };
}

function ownOf<T>({ data, error, isFetching, isError }: QueryObserverResult<T>): Own<T> {
  if (data !== undefined) return { state: 'ready', value: data };
  return isError && !isFetching ? { state: 'failed', cause: toApiError(error) } : { state: 'loading' };
}

/** An answer that no component observes, such as a further page of a list. Throws ApiError. */
export async function fetchOnce<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
): Promise<MessageShape<O>> {
  try {
    return await queries.fetchQuery(createQueryOptions(method, input, { transport: rpcTransport() }));
  } catch (error) {
    throw toApiError(error);
  }
}
