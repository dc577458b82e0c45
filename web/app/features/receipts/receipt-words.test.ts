import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { backOf, backText, boughtText, kindText, sellerText } from './receipt-words.ts';

const { FILM, PLAN, TICKETS, SUBMISSION } = ReceiptKind;
const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000) });
const [from, until] = [at('2026-11-01T12:00:00Z'), at('2026-12-01T12:00:00Z')];

test.each<[Partial<Parameters<typeof boughtText>[0]>, string]>([
  [{ kind: PLAN, title: 'PREMIUM' }, 'Marquee Premium'],
  [{ kind: TICKETS, title: 'Full price', quantity: 2 }, '2 × Full price'],
  [{ kind: TICKETS, title: '', quantity: 1 }, '1 × Tickets that were deleted'],
  [{ kind: SUBMISSION, title: 'Shorts 2027' }, 'Shorts 2027'],
  [{ kind: SUBMISSION, title: '' }, 'A call that was deleted'],
  [{ kind: FILM, title: 'Salt' }, 'Salt'],
  [{ kind: FILM, title: '' }, 'A film that was deleted'],
])('what was bought: %j', (part, text) => {
  expect(boughtText({ kind: FILM, title: '', quantity: 0, ...part })).toBe(text);
});

test.each<[Parameters<typeof kindText>[0], string]>([
  [{ kind: TICKETS }, 'Tickets'],
  [{ kind: SUBMISSION }, 'Fee of a submission'],
  [{ kind: FILM, periodStart: from, periodEnd: until }, 'Unlocked film'],
  [{ kind: PLAN }, 'Plan'],
  [{ kind: PLAN, periodStart: from }, 'Plan'],
  [{ kind: PLAN, periodEnd: until }, 'Plan'],
  [{ kind: PLAN, periodStart: from, periodEnd: until }, 'Nov 01, 2026 to Dec 01, 2026'],
])('its kind, or for which time it is: %#', (part, text) => {
  expect(kindText(part)).toBe(text);
});

test.each([
  [{ kind: PLAN, sellerName: '' }, 'Marquee'],
  [{ kind: FILM, sellerName: '' }, 'Not known any more'],
  [{ kind: PLAN, sellerName: 'Lumen' }, 'Lumen'],
  [{ kind: FILM, sellerName: 'Lumen' }, 'Lumen'],
])('who sold it: %j', (part, text) => {
  expect(sellerText(part)).toBe(text);
});

test.each([
  [[], 0n, ''],
  [[{ amount: 200n, ended: true }], 200n, 'Partly refunded'],
  [[{ amount: 200n, ended: false }], 200n, 'Refund on its way'],
  [[{ amount: 499n, ended: true, failedAt: until }], 0n, 'Refund failed'],
  [
    [
      { amount: 499n, ended: true, failedAt: until },
      { amount: 499n, ended: true },
    ],
    499n,
    'Refunded',
  ],
  [
    [
      { amount: 200n, ended: true },
      { amount: 299n, ended: false },
    ],
    499n,
    'Refund on its way',
  ],
  [
    [
      { amount: 200n, ended: true },
      { amount: 299n, ended: true },
    ],
    499n,
    'Refunded',
  ],
])('what went back of 499 cents: %#', (some, back, text) => {
  const refunds = some.map((refund, index) => ({ id: `r${index}`, ...refund }));
  expect([backOf({ refunds }), backText({ amount: 499n, refunds })]).toEqual([back, text]);
});
