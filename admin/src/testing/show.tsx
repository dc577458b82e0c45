import './browser-apis.ts';
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, createRouterTransport, type ServiceImpl, type Transport } from '@connectrpc/connect';
import { TransportProvider } from '@connectrpc/connect-query';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { StudioFilmSchema } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';

export type Answers = {
  office?: Partial<ServiceImpl<typeof FilmBackOfficeService>>;
  studio?: Partial<ServiceImpl<typeof StudioService>>;
};

/** What a method answers when the service behind it fails. */
export const failing = () => {
  throw new ConnectError('internal error', Code.Internal);
};

/** A transport whose services answer as a test says; what it does not say is unimplemented. */
export function transportOf({ office = {}, studio = {} }: Answers): Transport {
  return createRouterTransport(({ service }) => {
    service(FilmBackOfficeService, office);
    service(StudioService, studio);
  });
}

/** Shows one screen of the back office at an address. */
export function show(element: ReactElement, answers: Answers, address = '/', path = '*') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <p>elsewhere</p> },
    ],
    {
      initialEntries: [address],
    },
  );
  render(
    <MantineProvider env="test">
      <TransportProvider transport={transportOf(answers)}>
        <QueryClientProvider client={client}>
          <ModalsProvider>
            <Notifications />
            <RouterProvider router={router} />
          </ModalsProvider>
        </QueryClientProvider>
      </TransportProvider>
    </MantineProvider>,
  );
  return router;
}

export const salt = (changes: { isApproved?: boolean } = {}) =>
  create(StudioFilmSchema, {
    film: { id: '01a1fa4d-97de-70dd-a3ed-0716b4fa41bd', filmTitle: 'Salt', isFree: true, ...changes },
    awaitingApproval: !changes.isApproved,
  });
