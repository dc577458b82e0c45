import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { watchReturns } from './layout/held-entry.ts';

watchReturns();
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
