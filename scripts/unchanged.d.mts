export type Pass = { suite: string; titles: string[]; at: string };

export type Stamps = {
  inputs(...files: string[]): string[];
  fingerprint(...files: string[]): string;
  passed(fingerprint: string): Pass | undefined;
  notePassed(fingerprint: string, pass: { suite: string; titles: string[] }): void;
};

export function inputsNamedIn(source: string): string[] | undefined;
export function inputsOfTest(root: string, name: string, source: string): string[] | undefined;
export function inputsOfJourney(root: string, name: string): string[];
export function openStamps(options: {
  root: string;
  folder?: string;
  toolsOf?: (source: string) => string[];
  now?: () => number;
}): Stamps;
