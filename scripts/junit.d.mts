export type JunitCase = { name: string; failure?: string; skipped?: string };

export type JunitCounts = {
  passed: number;
  failed: number;
  skipped: number;
  passes: string[];
  failures: string[];
  unsteady: string[];
  pages: Set<string>;
};

export function readJunit(path: string): JunitCounts;
export function readSuites(path: string): Map<string, JunitCounts>;
export function markPassedAgain(path: string, again: string): void;
export function writeJunit(path: string, suite: string, cases: readonly JunitCase[]): void;
