import './component-tests.ts';
import './still-observer.ts';
import './tab-channels.ts';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, answerCalls, type SentCalls } from '@marquee/testing/answer-calls';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { createRoutesStub, Outlet, useLocation } from 'react-router';
import { refreshCurrentUser } from '../layout/current-user.ts';
import { Toaster } from '../ui/toaster.tsx';

type Options = {
  /** The address that is opened, and the pattern of its route. */
  at?: string;
  /** What the page before has left for this one in the history. */
  state?: unknown;
  path?: string;
  /** Who sits at the browser; a visitor by default. */
  viewer?: User;
  answers?: Answers;
  /** The data of the route, asked for again when the page revalidates. */
  loader?: () => unknown;
};

// biome-ignore lint/suspicious/noExplicitAny: a route's props come from its own loader.
type Route = ComponentType<any>;

/** Opens one page as a browser does: under a router, with toasts, and with the gateway's answers to its calls. */
export async function showPage(page: ReactElement | Route, options: Options = {}): Promise<SentCalls> {
  const { at = '/', state, path = '*', viewer, answers = {}, loader } = options;
  cleanup();
  const calls = answerCalls({ ...(viewer && { getCurrentUser: () => ({ user: viewer }) }), ...answers });
  // biome-ignore lint/suspicious/noDocumentCookie: the gateway sets this cookie beside the session's.
  document.cookie = `marquee-signed-in-80=1; max-age=${viewer ? 60 : 0}`;
  await refreshCurrentUser();
  const Stub = createRoutesStub([
    {
      Component: Frame,
      children: [
        {
          path,
          Component: typeof page === 'function' ? page : componentOf(page),
          ...(loader && { loader: async () => (await loader()) ?? null, HydrateFallback }),
        },
        ...(path === '*' ? [] : [{ path: '*', Component: componentOf(null) }]),
      ],
    },
  ]);
  const { pathname, search, hash } = new URL(at, window.location.href);
  const entry = { pathname, search, hash, state };
  await act(async () => {
    render(<Stub initialEntries={[entry]} />);
  });
  return calls;
}

const componentOf = (element: ReactNode) => () => element;
const HydrateFallback = componentOf(null);

function Frame() {
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <p data-testid="address">{`${pathname}${search}${hash}`}</p>
      <Outlet />
      <Toaster />
    </>
  );
}

/** Where the router stands now. */
export const address = () => screen.getByTestId('address').textContent;

/** Does something and waits for what follows from it at once. */
export const doing = (work: () => unknown) =>
  act(async () => {
    await work();
  });

export const press = (name: string | RegExp, role = 'button') =>
  doing(() => fireEvent.click(screen.getByRole(role, { name })));

export const type = (label: string | RegExp, value: string) =>
  doing(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));

/** Opens the list of a Combobox, as a click into it does. */
export async function openList(label: string): Promise<HTMLElement[]> {
  const field = screen.getByRole('combobox', { name: label });
  await doing(() => {
    field.focus();
    fireEvent.mouseDown(field);
    fireEvent.click(field);
  });
  return screen.findAllByRole('option');
}

/** Chooses an option of a Combobox. */
export async function choose(label: string, option: string): Promise<void> {
  await openList(label);
  await press(option, 'option');
}

/** Waits for a toast. An urgent one stands twice in the document: once to be seen and once to be announced. */
export const seeToast = (text: string) => screen.findAllByText(text);

/** Waits until no dialog is open any more. */
export const dialogGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** An answer that a test gives when it has seen what is shown until then. */
export function later<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  return {
    answer: () => promise,
    resolve: (value: T) => doing(() => resolve(value)),
    reject: (error: unknown) => doing(() => reject(error)),
  };
}
