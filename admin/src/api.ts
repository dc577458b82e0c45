import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { refusalOf } from '@marquee/contracts/refusals';
import { requestIds } from '@marquee/contracts/request-ids';
import { retryOnce } from '@marquee/contracts/retry-once';
import { QueryClient } from '@tanstack/react-query';
import { stepUp, stepUpWhenNeeded } from './step-up.ts';

export const transport: Transport = createConnectTransport({
  baseUrl: '/rpc',
  useBinaryFormat: true,
  interceptors: [requestIds(), stepUpWhenNeeded(() => stepUp(transport)), retryOnce],
});

// Calls are repeated by the transport. What is shown stays until there is a network again; an action fails at once without one,
// since it would be made later, when nobody looks.
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: false }, mutations: { networkMode: 'always' } },
});

/** The text that a refusal carries for the person, if it carries one. */
export function refusalText(error: unknown): string | undefined {
  return refusalOf(error).message || undefined;
}

export const isSignedOut = (error: unknown) => ConnectError.from(error).code === Code.Unauthenticated;

/** Whether somebody lacks the right to what a page shows; without an error they do not. */
export const isForbidden = (error: unknown) =>
  isSignedOut(error) || ConnectError.from(error).code === Code.PermissionDenied;
