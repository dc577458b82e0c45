import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { pageOf } from '../support/browsers.ts';
import { typeCard } from '../support/card.ts';
import { FILM_TITLE } from '../support/cast.ts';
import { inHours, newBlock, newFestival } from '../support/festivals.ts';
import { memberOf } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, newPerson } from '../support/people.ts';
import { PHONE } from '../support/sizes.ts';

test.use({ reducedMotion: 'reduce' });

const NAME = 'An evening of short films';
/** Long enough for one vote on a busy machine. */
const OPEN_HOURS = 100 / 3_600;

/** A moment in so many hours, as an input of the page's own time zone has it. */
const typedIn = (page: Page, hours: number) =>
  page.evaluate((at) => {
    const date = new Date(at);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, inHours(hours));

test('a director plans an event and sells its tickets, a door lets people in, they vote, and the director closes its books [FES-03:journey FES-05:journey FES-06:journey FES-10:journey]', async ({
  browser,
  problems,
  url,
  cast: { office, film },
}) => {
  const { director, festivalId, ask } = await newFestival(url);
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  const directors = await pageOf(browser, problems, 390, director);
  const viewers = await pageOf(browser, problems, 1440, viewer);

  await directors.goto(`${url}/user/orgs/${festivalId}/events/new`);
  await directors.getByLabel('Name', { exact: true }).fill(NAME);
  await directors.getByLabel('Begins').fill(await typedIn(directors, 1));
  await directors.getByLabel('Ends').fill(await typedIn(directors, 3));
  await directors.getByLabel('Tickets are on sale').check();
  expect(await violations(directors, ['dark'])).toEqual([]);
  await directors.setViewportSize(PHONE);
  await directors.getByRole('button', { name: 'Save as a draft' }).click();
  await expect(directors).toHaveURL(/\/events\/[0-9a-f-]{36}$/);
  const eventId = directors.url().split('/').at(-1) ?? '';
  await directors.getByRole('button', { name: 'Publish' }).click();
  await directors.getByRole('link', { name: 'Tickets', exact: true }).click();
  await directors.getByRole('button', { name: 'New kind of ticket' }).click();
  const kind = directors.getByRole('form', { name: 'New kind of ticket' });
  await kind.getByLabel('Name').fill('Full price');
  await kind.getByLabel('Price', { exact: true }).fill('25');
  await kind.getByLabel('How many', { exact: true }).fill('10');
  await kind.getByRole('button', { name: 'Start selling' }).click();
  await expect(directors.getByText('0 of 10 sold, 0 being paid for')).toBeVisible();

  await viewers.goto(`${url}/events/${eventId}/tickets`);
  await viewers.getByRole('button', { name: 'Buy for $25.00' }).click();
  const sheet = viewers.getByRole('dialog', { name: 'Get tickets' });
  await typeCard(sheet);
  await sheet.getByRole('button', { name: 'Pay $25.00' }).click();
  await sheet.getByRole('link', { name: 'See your ticket' }).click();
  await expect(viewers.getByRole('img', { name: 'QR code of your ticket' })).toBeVisible();
  const userTicketId = viewers.url().split('/').at(-1) ?? '';

  await directors.goto(`${url}/scan`);
  await directors.getByLabel('Name of this device').fill('Main entrance');
  await directors.getByRole('button', { name: 'Use this device as a door' }).click();
  const own = { eventId, userTicketId };
  const { code } = await call<{ code: string }>(viewer.api, url, 'festival.v1.TicketService/GetOwnTicket', own);
  await directors.getByLabel('Code').fill(code);
  await directors.getByLabel('Code').press('Enter');
  await expect(directors.locator('[data-verdict="ADMITTED"]')).toBeVisible();
  await expect(directors.getByText('1 of 1 in')).toBeVisible();

  const blockId = await newBlock({ url, by: office, eventId, filmId: film });
  await ask('VoteService/SaveBallot', {
    ...{ eventId, blockId, type: 'BALLOT_TYPE_CHOICE', attendedOnly: true },
    ...{ opensAt: inHours(-1), closesAt: inHours(OPEN_HOURS) },
  });
  const voting = `${url}/events/${eventId}/vote?blockId=${blockId}`;
  await directors.goto(voting);
  await expect(directors.getByText('Only people with a ticket for this event can vote.')).toBeVisible();
  await expect(directors.getByRole('button', { name: 'Vote' })).toHaveCount(0);

  // The door sends what it has scanned in a moment.
  await expect(async () => {
    await viewers.goto(voting);
    await viewers.getByRole('radio', { name: FILM_TITLE }).check({ timeout: 1_000 });
  }).toPass();
  await viewers.getByRole('button', { name: 'Vote' }).click();
  await expect(viewers.getByText('Your vote counts. Thank you!')).toBeVisible();
  await expect(viewers).toHaveURL(new RegExp(`/festivals/${festivalId}$`));
  await viewers.goto(voting);
  await expect(viewers.getByText('You have voted already. A vote cannot be changed.')).toBeVisible();

  await directors.goto(`${url}/user/orgs/${festivalId}/money`);
  await directors.getByRole('button', { name: 'Connect an account' }).click();
  await directors.getByRole('button', { name: 'Save and go back' }).click();
  await expect(directors.getByText('Connected', { exact: true })).toBeVisible();
  await expect(directors.getByRole('button', { name: 'Pay out $20.00' })).toBeVisible();
  // The evening is shorter than it was planned.
  await ask('ProgrammeDeskService/UpdateEvent', {
    ...{ eventId, name: NAME, eventVirtual: true, sellingTickets: true, timeZone: 'Europe/Lisbon' },
    ...{ startTime: inHours(-2), endTime: inHours(0) },
  });
  await directors.goto(`${url}/user/orgs/${festivalId}/events/${eventId}/dashboard`);
  const books = directors.getByRole('region', { name: 'Books' });
  await expect(books.getByText('$20.00')).toBeVisible();
  await books.getByRole('button', { name: 'Close the books' }).click();
  await directors.getByRole('dialog').getByRole('button', { name: 'Close the books' }).click();
  await expect(directors.getByText('The books are closed. $20.00 is on its way to you.')).toBeVisible();
  await expect(books.getByText('Closed', { exact: true })).toBeVisible();

  await directors.goto(`${url}/user/orgs/${festivalId}/money`);
  await expect(directors.getByRole('list', { name: 'Payouts' })).toContainText('$20.00');
  const downloading = directors.waitForEvent('download');
  await directors
    .getByRole('link', { name: /^Download CSV of quarter/ })
    .first()
    .click();
  const [, ...lines] = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
  const moved = lines.map((line) => line.split(',').filter((_column, at) => [1, 3, 5].includes(at)));
  expect(moved).toEqual([
    ['OPENING', '', '0.00'],
    ['SALE', '20.00', '20.00'],
    ['PAYOUT', '-20.00', '0.00'],
    ['CLOSING', '', '0.00'],
  ]);

  await expect(async () => {
    await viewers.goto(voting);
    await expect(viewers.getByRole('region', { name: 'Results' }).getByText('1 vote')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (const page of [directors, viewers]) await page.context().close();
});
