import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { type Watched, watchErrors } from './features/errors/watch-errors.ts';
import { speakAsDocument } from './language/catalogues.ts';
import { watchReturns } from './layout/held-entry.ts';

/** What React Router keeps in the window: its router once it is there, and the build's version. */
type RouterWindow = {
  __reactRouterDataRouter?: { state: { matches: ReturnType<Watched['matches']> } };
  __reactRouterManifest?: { version: string };
};
const kept = () => window as RouterWindow;

watchReturns();
const onError = watchErrors({
  source: 'web',
  matches: () => kept().__reactRouterDataRouter?.state.matches ?? [],
  build: () => kept().__reactRouterManifest?.version ?? '',
});
void speakAsDocument().then(() =>
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter onError={onError} />);
  }),
);
