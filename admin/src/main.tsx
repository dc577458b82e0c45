import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/inter/wght.css';
import './back-office.css';
import { TransportProvider } from '@connectrpc/connect-query';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { queryClient, transport } from './api.ts';
import { routes } from './routes.tsx';
import { resolveVariables, theme } from './theme.ts';

// What is raised before it is there waits for it.
const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

const router = createBrowserRouter(routes, { basename: '/superadmin' });
// Loaded behind the first screen; what a boundary shows before that is reported once it is there.
const watching = import('@marquee/web/errors/watch-errors').then(({ watchErrors }) =>
  watchErrors({
    source: 'back-office',
    matches: () => router.state.matches,
    // A build's first file is named by what is in it.
    build: () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').at(-1) ?? '',
  }),
);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
        <TransportProvider transport={transport}>
          <QueryClientProvider client={queryClient}>
            <ModalsProvider labels={{ confirm: 'Confirm', cancel: 'Cancel' }}>
              <Suspense>
                <Notifications position="bottom-right" limit={3} />
              </Suspense>
              <RouterProvider
                router={router}
                onError={(...thrown) => void watching.then((report) => report(...thrown))}
              />
            </ModalsProvider>
          </QueryClientProvider>
        </TransportProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
