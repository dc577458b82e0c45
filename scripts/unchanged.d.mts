export type Pass = { suite: string; tests: number; at: string };

export type Stamps = {
  fingerprint(...files: string[]): string;
  passed(fingerprint: string): Pass | undefined;
  notePassed(fingerprint: string, pass: { suite: string; tests: number }): void;
};

export function inputsNamedIn(source: string): string[] | undefined;
export function openStamps(options: {
  root: string;
  folder?: string;
  toolsOf?: (source: string) => string[];
  now?: () => number;
}): Stamps;
