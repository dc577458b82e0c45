/**
 * Reports an error that a person met to error reporting: where it happened and what kind it was, never what was typed.
 * `source` is in kebab-case.
 */
export function reportError(source: string, error: unknown, info = ''): void {
  const kind = error instanceof Error ? error.name : typeof error;
  navigator.sendBeacon('/errors', JSON.stringify({ source, error: kind, info }));
}
