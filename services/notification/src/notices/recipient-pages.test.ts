import { fixedClock } from '@marquee/testing/fixed-clock';
import type { ClaimedEvent } from './notice.ts';
import { recipientPages } from './recipient-pages.ts';
import type { RecipientSources } from './recipients.ts';

test('a page that was asked for ahead is taken for twenty seconds, and only as the page that is due [NOT-05:burst]', async () => {
  const asked: string[] = [];
  const staffNotice: RecipientSources['staffNotice'] = async (_id, from) => {
    asked.push(from);
    return { accountIds: [], nextPage: `${from}+` };
  };
  const clock = fixedClock('2026-11-29T12:00:00Z');
  const pages = recipientPages({ staffNotice } as RecipientSources, clock);
  const event = (nextPage: string) => ({ id: 'one', kind: 'STAFF_NOTICE', subjectId: 'n', nextPage }) as ClaimedEvent;
  await pages.next(event('a'));
  expect(asked).toEqual(['a', 'a+']);
  clock.advance(20_000);
  await pages.next(event('a+'));
  expect(asked).toEqual(['a', 'a+', 'a++']);
  clock.advance(20_001);
  await pages.next(event('a++'));
  expect(asked).toEqual(['a', 'a+', 'a++', 'a++', 'a+++']);
  await pages.next(event('b'));
  expect(asked.slice(5)).toEqual(['b', 'b+']);
});
