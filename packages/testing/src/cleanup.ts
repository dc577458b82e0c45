const cleanups: (() => unknown)[] = [];

/** Runs at the end of the test file, the latest first. */
export function atEnd(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** Runs what is registered; jest does so by itself. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

if ('afterAll' in globalThis) afterAll(cleanUp);
