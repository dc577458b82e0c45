import { reportBounceSchema } from './report-bounce.ts';

test('of what a mail server says 200 characters are looked at, and no address is kept', () => {
  const diagnosticOf = (diagnostic: string) =>
    reportBounceSchema.parse({ email: 'A@Example.com', diagnostic }).diagnostic;
  expect([200, 201].map((length) => diagnosticOf('x'.repeat(length)).length)).toEqual([200, 200]);
  expect(diagnosticOf('550 5.1.1 no such user ada@example.com')).not.toContain('ada@example.com');
  expect(reportBounceSchema.parse({ email: 'A@Example.com', diagnostic: '' }).email).toBe('a@example.com');
});
