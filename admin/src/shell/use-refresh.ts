import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { useQueryClient } from '@tanstack/react-query';

/** Loads again what pages show by these services or methods, once something has changed. */
export function useRefresh(...schemas: readonly (DescService | DescMethodUnary)[]): () => Promise<void> {
  const queries = useQueryClient();
  const transport = useTransport();
  return async () => {
    for (const schema of schemas) {
      await queries.invalidateQueries({
        // It takes both; its types take one or the other.
        queryKey: createConnectQueryKey({ schema: schema as DescService, transport, cardinality: undefined }),
      });
    }
  };
}
