const cleanups: (() => unknown)[] = [];

/** Registers work for the end of the test file, where the last registered runs first. */
export function atEnd(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** Runs the registered work. Jest calls it; other runners have to. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

if ('afterAll' in globalThis) afterAll(cleanUp);
