import { Loader } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router';
import { LoadError } from './load-error.tsx';

/** A page whose code is loaded when it is opened. */
export function page(load: () => Promise<ComponentType>): Pick<RouteObject, 'element' | 'errorElement'> {
  const Page = lazy(async () => ({ default: await load() }));
  const waiting = <Loader size="sm" role="status" aria-label="The page is loading" />;
  return {
    element: (
      <Suspense fallback={waiting}>
        <Page />
      </Suspense>
    ),
    errorElement: <LoadError />,
  };
}
