import './component-tests.ts';
import './still-observer.ts';
import './tab-channels.ts';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { ConsumerType, Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, answerCalls, type SentCalls } from '@marquee/testing/answer-calls';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createRoutesStub, RouterContextProvider, useLocation, useRouteError } from 'react-router';
import { api, createApi, site } from '../api/context.ts';
import { type Viewer, viewerContext } from '../api/viewer.ts';
import { ErrorPage } from '../layout/error-pages.tsx';
import { Toaster } from '../ui/toaster.tsx';

// biome-ignore lint/suspicious/noExplicitAny: each route's types are its own.
type RouteModule = { default: ComponentType<any>; loader?: any; ErrorBoundary?: ComponentType<any> };

type Options = { path: string; viewer?: User; answers?: Answers };

/** Opens an address that a route module serves, with its loader. */
export async function openRoute(
  route: RouteModule,
  at: string,
  { path, viewer, answers = {} }: Options,
): Promise<SentCalls> {
  cleanup();
  const calls = answerCalls(answers);
  const context = new RouterContextProvider();
  context.set(
    api,
    createApi(() => calls.transport),
  );
  context.set(site, { publicUrl: 'https://marquee.example', language: 'en' });
  context.set(viewerContext, viewer ? viewerOf(viewer) : null);
  const { default: Component, loader, ErrorBoundary } = route;
  const Stub = createRoutesStub(
    [
      { path, Component, loader, HydrateFallback: Nothing, ErrorBoundary: ErrorBoundary ?? RootBoundary },
      { path: '*', Component: Elsewhere },
    ],
    context,
  );
  await act(async () => {
    render(<Stub initialEntries={[at]} />);
  });
  return calls;
}

/** The same, with the toasts of the layout, which stand beside the routes. */
export const openWithToasts: typeof openRoute = async (...route) => {
  const calls = await openRoute(...route);
  await act(async () => void render(<Toaster />));
  return calls;
};

/** The gateway's word for an account. */
function viewerOf({ id, roles, consumerType, talents, isOnboarding }: User): Viewer {
  return {
    accountId: id,
    roles: roles.map((role) => (role === Role.ADMIN ? 'ADMIN' : 'SUPER_USER')),
    consumerType: (ConsumerType[consumerType] ?? 'UNSPECIFIED') as Viewer['consumerType'],
    accountType: 'UNSPECIFIED',
    talents,
    onboarding: isOnboarding,
  };
}

const Nothing = () => null;
const RootBoundary = () => <ErrorPage error={useRouteError()} />;

function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  return <p data-testid="elsewhere">{`${pathname}${search}${hash}`}</p>;
}

/** Where the route sent its visitor; undefined while its own page is shown. */
export const sentTo = () => screen.queryByTestId('elsewhere')?.textContent;
