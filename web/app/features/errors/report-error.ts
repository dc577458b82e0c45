/**
 * Reports an error that a person met to whoever runs the site: its source and its kind, never what was typed.
 * The console is what the browser's own error reporting reads.
 */
export function reportError(source: string, error: unknown): void {
  const info = error instanceof Error ? error.name : typeof error;
  console.warn(`[${source}] ${info}`);
}
