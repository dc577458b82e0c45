import { needsNativeHls } from './engine.ts';

/** Fetches the engine before the film's address is known, so that pressing Watch does not wait for it. */
export function preloadEngine(): void {
  const engine = needsNativeHls() ? import('./native-engine.ts') : import('./shaka-engine.ts');
  // A failure is ignored: playing imports the engine again and reports it.
  engine.catch(() => {});
}
