import { discountOf, PROMO_MESSAGES, promoCode, promoCodeFields, promoCodeForm } from './promo-codes.ts';

const { percent, amount, window } = PROMO_MESSAGES;
const issues = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

test.each<[string, 'PERCENT' | 'AMOUNT' | 'TICKET', bigint, bigint]>([
  ['a percentage, rounded down', 'PERCENT', 33n, 989n],
  ['all of it', 'PERCENT', 100n, 2_997n],
  ['an amount', 'AMOUNT', 500n, 500n],
  ['an amount of more than they cost', 'AMOUNT', 3_000n, 2_997n],
  ['one of the tickets', 'TICKET', 0n, 999n],
])('a code takes off three tickets: %s', (_what, kind, value, off) => {
  expect(discountOf({ kind, value }, { price: 999n, quantity: 3 })).toBe(off);
});

const FIELDS = { code: ' spring-26 ', uses: 1, usesPerCustomer: 1, ticketTypeIds: [] };

test.each<[string, bigint, string | undefined]>([
  ['PERCENT', 0n, percent],
  ['PERCENT', 1n, undefined],
  ['PERCENT', 100n, undefined],
  ['PERCENT', 101n, percent],
  ['AMOUNT', 0n, amount],
  ['AMOUNT', 1n, undefined],
  ['AMOUNT', 99_999n, undefined],
  ['AMOUNT', 100_000n, amount],
  ['TICKET', 0n, undefined],
])('a code of the kind %s with the value %s is taken or refused', (kind, value, message) => {
  const refused = message ? [['value', message]] : [];
  expect(issues(promoCodeFields.safeParse({ ...FIELDS, kind, value }))).toEqual(refused);
});

test.each(['<b>FREE</b>', 'FREE"', "FREE'", "'; DROP TABLE promo_codes; --", 'FREE&AMP', 'FREE%00', 'FREE\u202e'])(
  'a code of markup or of a statement is refused with its text: %s [TIC-05:codes]',
  (code) => {
    const said = [['code', PROMO_MESSAGES.code]];
    expect(issues(promoCodeFields.safeParse({ ...FIELDS, code, kind: 'TICKET', value: 0n }))).toEqual(said);
    expect(promoCode.safeParse(code).error?.issues).toMatchObject([{ message: PROMO_MESSAGES.code }]);
  },
);

test('a code ends after it starts, where both are known', () => {
  const [first, second] = [new Date('2027-01-01'), new Date('2027-01-02')];
  const of = (times: object) => issues(promoCodeFields.safeParse({ ...FIELDS, kind: 'TICKET', value: 0n, ...times }));
  expect([of({ startsAt: first, endsAt: second }), of({ startsAt: second }), of({ endsAt: first })]).toEqual([
    [],
    [],
    [],
  ]);
  for (const startsAt of [first, second]) expect(of({ startsAt, endsAt: first })).toEqual([['endsAt', window]]);
  const form = { ...FIELDS, uses: '1', usesPerCustomer: '1', kind: 'TICKET', value: '', startsAt: '', endsAt: '' };
  const typed = (times: object) => issues(promoCodeForm.safeParse({ ...form, ...times }));
  expect([typed({}), typed({ startsAt: '2027-01-01T10:00' }), typed({ endsAt: '2027-01-01T10:00' })]).toEqual([
    [],
    [],
    [],
  ]);
  expect(typed({ startsAt: '2027-01-01T10:00', endsAt: '2027-01-01T10:01' })).toEqual([]);
  expect(typed({ startsAt: '2027-01-01T10:00', endsAt: '2027-01-01T10:00' })).toEqual([['endsAt', window]]);
});

describe('a code as it is typed', () => {
  const typed = (changes: object) =>
    promoCodeForm.safeParse({
      ...{ code: ' spring-26 ', uses: ' 10000 ', usesPerCustomer: '20', startsAt: '', endsAt: '' },
      ...{ kind: 'TICKET', value: '', ...changes },
    });

  test('is in capital letters, with numbers', () => {
    expect(typed({}).data).toEqual({
      ...{ code: 'SPRING-26', kind: 'TICKET', value: 0n, uses: 10_000, usesPerCustomer: 20 },
      ...{ startsAt: undefined, endsAt: undefined },
    });
    expect(issues(typed({ code: 'ab' }))).toEqual([['code', PROMO_MESSAGES.code]]);
    expect(issues(typed({ uses: '0' }))).toEqual([['uses', PROMO_MESSAGES.uses]]);
    expect(issues(typed({ uses: '10001' }))).toEqual([['uses', PROMO_MESSAGES.uses]]);
    expect(issues(typed({ usesPerCustomer: '21' }))).toEqual([['usesPerCustomer', PROMO_MESSAGES.usesPerCustomer]]);
  });

  test('takes off a whole percentage from 1 to 100', () => {
    const value = (text: string) => typed({ kind: 'PERCENT', value: text }).data?.value;
    expect(['1', ' 50 ', '100', '007'].map(value)).toEqual([1n, 50n, 100n, 7n]);
    for (const text of ['0', '101', '1.5', '-1', '', '0100', 'ten']) {
      expect([text, issues(typed({ kind: 'PERCENT', value: text }))]).toEqual([text, [['value', percent]]]);
    }
  });

  test('takes off dollars, with a point or a comma', () => {
    const value = (text: string) => typed({ kind: 'AMOUNT', value: text }).data?.value;
    expect(['0.01', '5', '5,50', '19.99', '999.99'].map(value)).toEqual([1n, 500n, 550n, 1_999n, 99_999n]);
    for (const text of ['0', '0.00', '1000', '5.001', '-5', '', 'five']) {
      expect([text, issues(typed({ kind: 'AMOUNT', value: text }))]).toEqual([text, [['value', amount]]]);
    }
  });
});
