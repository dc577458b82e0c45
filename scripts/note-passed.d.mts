export type Stamps = {
  fingerprint(inputs: string[]): string;
  notePassed(fingerprint: string, pass: { suite: string; titles: string[] }): void;
};

/** A reporter of jest: notes each test file that passed at once. */
export default class NotePassed {
  constructor(config: object, options?: { to?: Stamps });
  onTestFileResult(
    test: { path: string },
    result: { testExecError?: object | undefined; testResults: { status: string; fullName: string }[] },
  ): void;
}
