const cleanups: (() => unknown)[] = [];

/** Runs at the end of the test file, the latest first. */
export function atEnd(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
