import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { speakAsDocument } from './language/catalogues.ts';
import { watchReturns } from './layout/held-entry.ts';

watchReturns();
void speakAsDocument().then(() =>
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  }),
);
