import '@marquee/web/testing/component-tests';
import './browser-apis.ts';
import { TransportProvider } from '@connectrpc/connect-query';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { type Answers, answerCalls, type SentCalls } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { queryClient, transport } from '../api.ts';
import { routes } from '../routes.tsx';
import { theme } from '../theme.ts';

configure({ defaultHidden: true });

// A change of a query shows in the same turn, not after a timeout.
notifyManager.setScheduler(queueMicrotask);

export type Shown = Pick<SentCalls, 'sent'> & { address: () => string; back: () => Promise<void> };

/** Opens the back office at an address below /superadmin, with these answers of the gateway. */
export async function show(at: string, answers: Answers, shown = routes): Promise<Shown> {
  cleanup();
  modals.closeAll();
  notifications.clean();
  queryClient.clear();
  const { sent } = answerCalls(answers);
  const router = createMemoryRouter(shown, { initialEntries: [at] });
  await act(async () => {
    render(
      <MantineProvider env="test" theme={theme}>
        <TransportProvider transport={transport}>
          <QueryClientProvider client={queryClient}>
            <ModalsProvider>
              <Notifications />
              <RouterProvider router={router} />
            </ModalsProvider>
          </QueryClientProvider>
        </TransportProvider>
      </MantineProvider>,
    );
  });
  const address = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { sent, address, back: () => doing(() => router.navigate(-1)) };
}

/** Opens the page of one film, at a tab. */
export const showFilm = (answers: Answers = {}, entry = aStudioFilm(), tab = ''): Promise<Shown> =>
  show(`/content/${FILM_ID}${tab && `?tab=${tab}`}`, {
    getAnyFilm: () => ({ film: entry }),
    listAllFilms: () => ({ films: [] }),
    ...answers,
  });

/** The facts of a table with one line for each, by their names. */
export const factsIn = (table: HTMLElement) =>
  Object.fromEntries(
    [...table.querySelectorAll('tr')].map((row) => [
      row.querySelector('th')?.textContent,
      row.querySelector('td')?.textContent,
    ]),
  );

/** Waits until no dialog is open. */
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Does something and waits for what follows from it at once. */
export const doing = (work: () => unknown) =>
  act(async () => {
    await work();
  });

export const press = async (name: string | RegExp, role = 'button') => {
  const element = await screen.findByRole(role, { name });
  await doing(() => fireEvent.click(element));
};

/** An answer that a test gives when it has seen what is shown until then. */
export function later<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  return {
    answer: () => promise,
    resolve: (value: T) => doing(() => resolve(value)),
    reject: (error: unknown) => doing(() => reject(error)),
  };
}
