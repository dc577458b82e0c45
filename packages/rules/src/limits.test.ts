import { WORKER_NAME_CHARACTERS_MAX, workerKeyFields } from './back-office-workers.ts';
import { FESTIVAL_SOURCE_MS } from './challenge.ts';
import { COIN_MESSAGES, COINS_MAX } from './coins.ts';
import { BROWSER_ACCOUNT_MESSAGES, BROWSER_ACCOUNTS_MAX } from './contact.ts';
import * as diary from './diary.ts';
import { EARNINGS_MESSAGES, STATEMENT_YEAR_MIN } from './earnings.ts';
import * as lists from './film-lists.ts';
import { GALLERY_PHOTOS_MAX, PICTURE_MESSAGES } from './gallery.ts';
import * as imports from './imports.ts';
import { VIDEO_LIMITS } from './media.ts';
import { CHANGE_REASON_LENGTH_MAX, MODERATION_MESSAGES } from './moderation.ts';
import { OWN_DATA_LIMITS } from './own-data.ts';
import { ORDER_HOLD_MINUTES, PAID_UNLOCK_HOURS } from './payments.ts';
import { PLAN_NOTICE_DAYS, RENEWAL_GRACE_DAYS, RENEWAL_RETRY_DAYS } from './plans.ts';
import { QUALITY_LINES_MAX } from './player-settings.ts';
import { PAIR_PEOPLE_MIN } from './recommendations.ts';
import { REPLY_EDIT_MINUTES, REPLY_LENGTH_MAX, REVIEW_TALK_MESSAGES, SPOILER_MARKS } from './review-talk.ts';
import { SITEMAP_URLS_MAX } from './sitemap.ts';
import { WATCHLIST_FILMS_MAX, WATCHLIST_MESSAGES } from './watchlist.ts';
import { WINDOW_HOURS_MAX, WINDOW_MESSAGES } from './windows.ts';

test.each<[string, number]>([
  [BROWSER_ACCOUNT_MESSAGES.full, BROWSER_ACCOUNTS_MAX],
  [COIN_MESSAGES.coinRange, COINS_MAX],
  [diary.DIARY_MESSAGES.full, diary.DIARY_ENTRIES_MAX],
  [diary.DIARY_MESSAGES.tagsMax, diary.DIARY_TAGS_MAX],
  [diary.DIARY_MESSAGES.tagLength, diary.DIARY_TAG_LENGTH_MAX],
  [diary.DIARY_MESSAGES.favouritesMax.replace('four', '4'), diary.FAVOURITE_FILMS_MAX],
  [EARNINGS_MESSAGES.quarter, STATEMENT_YEAR_MIN],
  [lists.FILM_LIST_MESSAGES.listsMax, lists.FILM_LISTS_MAX],
  [lists.FILM_LIST_MESSAGES.filmsMax, lists.FILM_LIST_FILMS_MAX],
  [lists.FILM_LIST_MESSAGES.titleMax, lists.FILM_LIST_TITLE_MAX],
  [lists.FILM_LIST_MESSAGES.descriptionMax, lists.FILM_LIST_DESCRIPTION_MAX],
  [PICTURE_MESSAGES.tooMany, GALLERY_PHOTOS_MAX],
  [imports.IMPORT_MESSAGES.full, imports.IMPORTS_MAX],
  [imports.IMPORT_MESSAGES.rowsMax, imports.IMPORT_PART_ROWS_MAX],
  [MODERATION_MESSAGES.reasonTooLong, CHANGE_REASON_LENGTH_MAX],
  [REVIEW_TALK_MESSAGES.replyTooLong, REPLY_LENGTH_MAX],
  [REVIEW_TALK_MESSAGES.editOver, REPLY_EDIT_MINUTES],
  [WATCHLIST_MESSAGES.full, WATCHLIST_FILMS_MAX],
  [WINDOW_MESSAGES.hoursRange, WINDOW_HOURS_MAX],
])('"%s" names the limit that holds', (text, limit) => {
  expect(text.match(/\d[\d,]*/g)?.map((number) => Number(number.replaceAll(',', '')))).toContain(limit);
});

test('the limits that no text names are those that the documents give', () => {
  // Three days [AUT-10:days]; what several services agree on of an order; a renewal's attempts end before its grace does.
  expect(FESTIVAL_SOURCE_MS).toBe(3 * 86_400_000);
  expect({ ORDER_HOLD_MINUTES, PAID_UNLOCK_HOURS }).toEqual({ ORDER_HOLD_MINUTES: 30, PAID_UNLOCK_HOURS: 48 });
  expect({ PLAN_NOTICE_DAYS, RENEWAL_GRACE_DAYS }).toEqual({ PLAN_NOTICE_DAYS: 3, RENEWAL_GRACE_DAYS: 10 });
  expect(Math.max(...RENEWAL_RETRY_DAYS)).toBeLessThan(RENEWAL_GRACE_DAYS);
  // Nobody's taste can be guessed from what others liked; three people fold a review; the protocol of sitemaps.
  expect({ PAIR_PEOPLE_MIN, SPOILER_MARKS, SITEMAP_URLS_MAX }).toEqual({
    PAIR_PEOPLE_MIN: 5,
    SPOILER_MARKS: 3,
    SITEMAP_URLS_MAX: 50_000,
  });
  expect({ undo: diary.DIARY_UNDO_HOURS, rows: imports.IMPORT_ROWS_MAX, days: imports.IMPORT_UNDO_DAYS }).toEqual({
    undo: 24,
    rows: diary.DIARY_ENTRIES_MAX,
    days: 90,
  });
});

test('the times of personal data are those that its pages name', () => {
  const { exportPauseMs, exportKeptMs, keepMs, doneMs } = OWN_DATA_LIMITS;
  const hours = [exportPauseMs, exportKeptMs, keepMs, doneMs].map((ms) => ms / 3_600_000);
  expect(hours).toEqual([24, 7 * 24, 14 * 24, 30 * 24]);
});

test('the largest picture that can be asked for is the largest that can be uploaded', () => {
  expect(QUALITY_LINES_MAX).toBe(VIDEO_LIMITS.shortSideMax);
});

test('the name of a worker has its length', () => {
  const named = (length: number) => workerKeyFields.safeParse({ name: 'w'.repeat(length) });
  expect([named(60).success, named(0).success]).toEqual([true, false]);
  expect(named(WORKER_NAME_CHARACTERS_MAX + 1).error?.issues[0]?.message).toBe('A name has at most 60 characters.');
  expect(named(61).success).toBe(false);
});
