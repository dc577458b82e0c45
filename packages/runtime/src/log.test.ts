import { execFileSync } from 'node:child_process';
import { newCall, runInCall } from './context.ts';
import { DomainError, invalid } from './errors.ts';
import { createLogger, withoutPersonalData } from './log.ts';

function capture(work: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  const lines: string[] = [];
  work(createLogger({ service: 'film', destination: { write: (line) => void lines.push(line) } }));
  return JSON.parse(lines[0] ?? '{}');
}

test('a line carries service, level, request id and trace id', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const line = runInCall(newCall({ requestId: 'request-1', traceparent }), () => capture((log) => log.info('hello')));
  expect(line).toMatchObject({
    service: 'film',
    level: 'info',
    msg: 'hello',
    requestId: 'request-1',
    traceId: 'a'.repeat(32),
  });
});

test('personal data stays out of fields, errors and their causes', () => {
  const cause = Object.assign(new Error('Key (email)=(ada@example.com) exists'), {
    detail: 'ada@example.com',
    code: '23505',
  });
  const err = new DomainError({ kind: 'CONFLICT', reason: 'TAKEN', message: 'taken by +44 20 7946 0958', cause });
  const line = capture((log) =>
    log.error({ err, email: 'ada@example.com', user: { phone: '+442079460958', token: 't' } }, 'no'),
  );
  const text = JSON.stringify(line);
  for (const secret of ['ada@', '7946', '"token"']) expect(text).not.toContain(secret);
  expect(line).toMatchObject({ err: { reason: 'TAKEN', cause: { code: '23505' } } });
});

test('addresses, numbers and tokens are struck from texts', () => {
  const token = `${'k'.repeat(11)}.${'c'.repeat(40)}.${'s'.repeat(86)}`;
  expect(withoutPersonalData(`mail a.b@c.example, call +351 912 345 678, with ${token}`)).toBe(
    'mail [email], call [phone], with [token]',
  );
  const path = "Cannot find module 'node_modules/@marquee/runtime/src/locks.ts' from ./@marquee/a.ts:1:2";
  expect(withoutPersonalData(path)).toBe(path);
});

test('a rule of input becomes the message of the whole', () => {
  expect(invalid([{ field: 'email', message: 'Enter an email.' }])).toMatchObject({
    kind: 'INVALID',
    reason: 'INVALID_INPUT',
    message: 'Enter an email.',
  });
});

test('an error is logged with its causes, five at most, and one that is no error with its type', () => {
  const nested = (depth: number): Error => new Error(`${depth}`, depth > 1 ? { cause: nested(depth - 1) } : {});
  const messages = (error: { message: string; cause?: never } | undefined): string[] =>
    error ? [error.message, ...messages(error.cause)] : [];
  const line = capture((log) => log.error({ err: nested(9) }, 'no'));
  expect(messages(line.err as never)).toEqual(['9', '8', '7', '6', '5', '4']);
  expect(capture((log) => log.error({ err: 'call +44 20 7946 0958' }, 'no')).err).toEqual({
    type: 'string',
    message: 'call [phone]',
  });
  const plain = capture((log) => log.error({ err: new Error('no') }, 'no')).err as object;
  expect(Object.keys(plain)).toEqual(['type', 'message', 'stack']);
  const constraint = capture((log) => log.error({ err: Object.assign(new Error('no'), { constraint: 'c' }) }, 'no'));
  expect(constraint.err).toMatchObject({ constraint: 'c' });
});

test('what was logged is written out when the process exits at once', () => {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    createLogger({ service: 'film' }).info('the last line');
    process.exit(0);`;
  const written = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script]);
  expect(JSON.parse(String(written))).toMatchObject({ service: 'film', msg: 'the last line' });
});
