import { needsNativeHls } from './engine.ts';

/** Fetches the engine before the film's address is known, so that pressing Watch does not wait for it. */
export function preloadEngine(): void {
  const engine = needsNativeHls() ? import('./native-engine.ts') : import('./shaka-engine.ts');
  // Whoever plays asks again, and says what went wrong.
  engine.catch(() => {});
}
