export type JunitCase = { name: string; failure?: string; skipped?: string };

export function readJunit(path: string): {
  passed: number;
  failed: number;
  skipped: number;
  passes: string[];
  failures: string[];
  unsteady: string[];
};
export function markPassedAgain(path: string, again: string): void;
export function writeJunit(path: string, suite: string, cases: readonly JunitCase[]): void;
