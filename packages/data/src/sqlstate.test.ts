import pg from 'pg';
import {
  ConstraintError,
  isAfterFailure,
  isDatabaseTrouble,
  isDatabaseUnavailable,
  isRetryable,
  SerialisationError,
  StalePlanError,
  translateSqlError,
  violates,
} from './sqlstate.ts';

const failure = (about: object, message = 'failed') => Object.assign(new Error(message), about);
const refused = (code: string, about: object = {}) =>
  Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code, ...about });

test.each([
  ['23505', 'unique'],
  ['23503', 'foreign key'],
  ['23514', 'check'],
  ['23502', 'not null'],
  ['23P01', 'exclusion'],
])('SQLSTATE %s of the server is a %s constraint', (code, kind) => {
  const error = translateSqlError(refused(code, { constraint: 'one_each', table: 'films' }));
  expect(error).toMatchObject({ kind, constraint: 'one_each', table: 'films' });
  expect(error).toBeInstanceOf(ConstraintError);
  expect([violates(error, 'one_each'), violates(error, 'another')]).toEqual([true, false]);
  expect(String(translateSqlError(refused(code, { column: 'title' })))).toContain('title of a table');
});

test('a transaction may run again after a collision or a stale plan, and after nothing else', () => {
  const stale = { code: '0A000', routine: 'RevalidateCachedQuery' };
  const kinds = [{ code: '40001' }, { code: '40P01' }, stale, { ...stale, routine: 'other' }, { code: '57014' }];
  const errors = kinds.map((about) => translateSqlError(refused('', about)));
  expect(errors.map(isRetryable)).toEqual([true, true, true, false, false]);
  expect([errors[0] instanceof SerialisationError, errors[2] instanceof StalePlanError]).toEqual([true, true]);
});

test.each([
  [{ code: '57014' }, 'DATABASE_BUSY'],
  [{ code: '40001' }, 'DATABASE_BUSY'],
  [{ code: '57P01' }, 'DATABASE_UNAVAILABLE'],
  [{ code: '08006' }, 'DATABASE_UNAVAILABLE'],
  [{ code: '53300' }, 'DATABASE_UNAVAILABLE'],
  [{ code: 'ECONNREFUSED' }, 'DATABASE_UNAVAILABLE'],
  [{ message: 'Connection terminated unexpectedly' }, 'DATABASE_UNAVAILABLE'],
  [{ code: '22021' }, 'TEXT_INVALID'],
])('%j is %s', (about, reason) => {
  const error = translateSqlError(failure(about));
  expect(error).toMatchObject({ reason });
  expect(isDatabaseUnavailable(error)).toBe(reason === 'DATABASE_UNAVAILABLE');
  expect(isDatabaseTrouble(error)).toBe(reason !== 'TEXT_INVALID');
});

// The first has the code of a constraint, and is not of the server.
test.each([failure({ code: '23505' }), failure({ code: 57014 }), failure({ code: '42P01' }), 'text', null, undefined])(
  '%p stays what it is',
  (error) => {
    expect(translateSqlError(error)).toBe(error);
    expect([isDatabaseTrouble(error), isRetryable(error), violates(error, '')]).toEqual([false, false, false]);
  },
);

test('a statement after a failed one of its transaction is recognized', () => {
  expect([refused('25P02'), refused('40001'), null].map(isAfterFailure)).toEqual([true, false, false]);
});
