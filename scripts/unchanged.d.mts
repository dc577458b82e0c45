export type Pass = { suite: string; titles: string[]; pages?: string[]; at: string };

export type Stamps = {
  inputs(...files: string[]): string[];
  fingerprint(files: readonly string[], pages?: readonly string[]): string;
  passed(fingerprint: string): Pass | undefined;
  pagesOf(suite: string): string[] | undefined;
  notePassed(fingerprint: string, pass: Omit<Pass, 'at'>): void;
};

export const NAMED_APART: RegExp;
export function inputsNamedIn(source: string): string[] | undefined;
export function inputsOfTest(root: string, name: string, source: string): string[] | undefined;
export function inputsOfJourney(root: string, name: string): string[];
export function openStamps(options: {
  root: string;
  folder?: string;
  toolsOf?: (source: string) => string[];
  now?: () => number;
}): Stamps;
