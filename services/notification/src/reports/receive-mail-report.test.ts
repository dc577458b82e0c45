import { mailReportSchema } from './receive-mail-report.ts';

test('a report about a mail has bytes, 262,144 of them at the most', () => {
  const isTaken = (bytes: number) => mailReportSchema.safeParse({ message: new Uint8Array(bytes) }).success;
  expect([0, 1, 262_144, 262_145].map(isTaken)).toEqual([false, true, true, false]);
});
