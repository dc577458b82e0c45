import { violations } from '../support/axe.ts';
import { pageOf } from '../support/browsers.ts';
import { typeCard } from '../support/card.ts';
import { FILM_TITLE } from '../support/cast.ts';
import { inviteJudge, newCall, newFestival } from '../support/festivals.ts';
import { newMaker } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { messageTo } from '../support/inbox.ts';
import { untilPlaying } from '../support/player.ts';
import { PHONE } from '../support/sizes.ts';

test.use({ reducedMotion: 'reduce' });

const TITLE = 'Shorts of the longest night';

test('a maker submits a film, a judge scores it, the director decides with a mail seen before it goes, and the maker reads it [FES-09:journey]', async ({
  browser,
  problems,
  url,
  cast: { maker },
}) => {
  const { director, festivalId, ask } = await newFestival(url);
  const { callId } = await newCall(ask, festivalId, TITLE, '1000');
  const judge = await newMaker(url, { firstName: 'Judith', lastName: 'Ansa' });
  await inviteJudge(ask, url, callId, judge);

  const makers = await pageOf(browser, problems, 390, maker);
  await makers.goto(`${url}/festivals/${festivalId}/calls/${callId}`);
  await makers.getByRole('button', { name: 'Submit a film' }).click();
  await makers.getByLabel('Film', { exact: true }).selectOption({ label: FILM_TITLE });
  await makers.getByLabel('Cover letter').fill('It was shot on one night.');
  expect(await violations(makers, ['dark'])).toEqual([]);
  await makers.setViewportSize(PHONE);
  await makers.getByRole('button', { name: 'Continue' }).click();
  const sheet = makers.getByRole('dialog', { name: 'Submit a film' });
  await typeCard(sheet);
  await sheet.getByRole('button', { name: 'Pay $10.00' }).click();
  await expect(sheet.getByText(`“${FILM_TITLE}” is submitted.`)).toBeVisible();

  const judges = await pageOf(browser, problems, 390, judge);
  await judges.goto(`${url}/judging`);
  await judges.getByRole('button', { name: 'Accept' }).click();
  await judges.getByRole('link', { name: TITLE }).click();
  await expect(judges.getByText('No films to judge yet')).toBeVisible();

  const desk = await pageOf(browser, problems, 1440, director);
  await desk.goto(`${url}/user/orgs/${festivalId}/calls/${callId}`);
  await desk.getByRole('checkbox', { name: FILM_TITLE }).check();
  await desk.getByLabel('Give to a judge').selectOption({ label: 'Judith Ansa' });
  await expect(desk.getByText('1 assigned, 0 with a conflict.')).toBeVisible();

  await judges.reload();
  await judges.getByRole('link', { name: FILM_TITLE }).click();
  await expect(judges.getByText('It was shot on one night.')).toBeVisible();
  const scoring = judges.url();
  await judges.getByRole('link', { name: 'Watch' }).click();
  await untilPlaying(judges);
  await judges.goto(scoring);
  await judges.getByLabel('Story').selectOption('4');
  await judges.getByLabel('Private note').fill('Bold.');
  await judges.getByRole('button', { name: 'Done' }).click();
  await expect(judges.getByText('Your scores count now.')).toBeVisible();

  await desk.reload();
  await expect(desk.getByText('Mean 4.00, spread 0.00, 1 of 1 judges')).toBeVisible();
  await desk.getByRole('checkbox', { name: FILM_TITLE }).check();
  await desk.getByRole('button', { name: 'Selected', exact: true }).click();
  await expect(desk.getByText('One film is decided.')).toBeVisible();
  // Nobody learns of a decision before its mail.
  await makers.goto(`${url}/user/submissions`);
  await expect(makers.getByRole('listitem').filter({ hasText: TITLE }).getByText('Submitted')).toBeVisible();

  await desk.reload();
  await desk.getByRole('tab', { name: 'Decisions' }).click();
  const selected = desk.getByRole('region', { name: 'Selected', exact: true });
  await selected.getByLabel('Subject').fill('{film} at {festival}');
  await selected.getByLabel('Text').fill('Dear {maker}, we show your film.');
  await selected.getByRole('button', { name: 'Save and preview' }).click();
  const preview = desk.getByRole('dialog', { name: 'As makers will read it' });
  const [subject, body] = [
    `${FILM_TITLE} at Doors of Light`,
    `Dear ${maker.firstName} ${maker.lastName}, we show your film.`,
  ];
  for (const text of [subject, body]) await expect(preview.getByText(text, { exact: true })).toBeVisible();
  await preview.getByRole('button', { name: 'Send one email' }).click();
  await expect(desk.getByText('One email is on its way.')).toBeVisible();

  const mail = await messageTo(url, maker.email, 0, (message) => message.subject === subject);
  expect(mail.text).toContain(body);
  await makers.reload();
  await expect(makers.getByRole('listitem').filter({ hasText: TITLE }).getByText('Selected')).toBeVisible();
  for (const page of [makers, judges, desk]) await page.context().close();
});
