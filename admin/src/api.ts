import { Code, ConnectError } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { QueryClient } from '@tanstack/react-query';

export const transport = createConnectTransport({ baseUrl: '/rpc', useBinaryFormat: true });

const RETRIES_MAX = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => ConnectError.from(error).code === Code.Unavailable && failures < RETRIES_MAX,
    },
  },
});

/** The text that a refusal carries for the person, if it carries one. */
export function refusalText(error: unknown): string | undefined {
  return ConnectError.from(error).findDetails(ErrorDetailSchema)[0]?.message;
}

export const isNotFound = (error: unknown) => {
  const { code } = ConnectError.from(error);
  // An id that is no id names nothing either.
  return code === Code.NotFound || code === Code.InvalidArgument;
};

export const isForbidden = (error: unknown) =>
  [Code.PermissionDenied, Code.Unauthenticated].includes(ConnectError.from(error).code);
