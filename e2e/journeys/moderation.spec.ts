import { makeClip } from '../support/clip.ts';
import { newFilm, newMaker } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { messagesTo, messageTo } from '../support/inbox.ts';
import { newPerson, signIn } from '../support/people.ts';
import { decodedFrames } from '../support/player.ts';
import { staff } from '../support/staff.ts';

const TITLE = 'A Letter That Was Never Sent';
const REASON = 'The poster is cut off at its end.\nPlease upload another.';

test('staff ask for changes, the maker sends the film again, staff approve it, and it is on the home page [STU-01:review ADF-03:review]', async ({
  page,
  context,
  browser,
  problems,
  url,
}) => {
  test.setTimeout(420_000);
  const maker = await newMaker(url, { firstName: 'Maya' });
  const film = await makeClip({ seconds: 8, width: 960, height: 540, fps: 12 });
  const filmId = await newFilm(maker, url, { title: TITLE, film });

  // Staff watch it where they decide, and ask for changes.
  const someone = await newPerson(url, { onboarded: true, firstName: 'Olga' });
  await staff('add', someone.email);
  const office = await browser.newContext();
  await signIn(office, url, someone.email);
  const desk = await office.newPage();
  problems.watch(desk);
  await desk.goto(`${url}/superadmin/content?show=waiting`);
  await desk.locator(`a[href*="/content/${filmId}"]:visible`, { hasText: TITLE }).first().click();
  const review = desk.getByRole('region', { name: 'Review' });
  await expect(review.getByRole('img', { name: `Poster image of ${TITLE}` })).toBeVisible();
  await review.getByRole('button', { name: 'Play film video' }).click();
  await expect.poll(() => decodedFrames(desk), { timeout: 60_000 }).toBeGreaterThan(3);
  await expect(review.getByLabel('Quality').getByRole('option')).not.toHaveCount(1);
  const mails = await messagesTo(url, maker.email);
  await review.getByRole('button', { name: 'Ask for changes' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Common reasons').selectOption('Poster or still');
  await dialog.getByLabel('What should be changed').fill(REASON);
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(review.getByText('It waits for its maker')).toBeVisible();

  // The maker reads it by mail and in the studio, and sends the film again.
  const mail = await messageTo(url, maker.email, mails);
  expect(mail.subject).toBe(`“${TITLE}” needs changes before it is approved`);
  expect(mail.text).toContain('> Please upload another.');
  expect(mail.links).toEqual([`${url}/content/${filmId}/edit`, expect.stringContaining('/unsubscribe#token=')]);
  await signIn(context, url, maker.email);
  await page.goto(`${url}/content`);
  await expect(page.getByText(/^Our staff asked for changes on .*The poster is cut off/)).toBeVisible();
  await page.goto(mail.links[0] ?? '');
  await expect(page.getByText('Please upload another.')).toBeVisible();
  await page.getByRole('button', { name: 'Send for review again' }).click();
  await expect(page.getByText('The film was sent for review again.')).toBeVisible();
  await expect(page.getByText('Please upload another.')).toBeHidden();

  // Staff see that it was sent again, and approve it.
  await desk.goto(`${url}/superadmin/content?show=waiting`);
  await expect(desk.getByText('Sent again').filter({ visible: true }).first()).toBeVisible();
  await desk.locator(`a[href*="/content/${filmId}"]:visible`, { hasText: TITLE }).first().click();
  await expect(review.getByText(/^Sent again, and waiting since/)).toBeVisible();
  await review.getByRole('button', { name: 'Approve' }).click();
  await expect(review.getByText('Approved.')).toBeVisible();
  await desk.getByRole('tab', { name: 'History' }).click();
  const history = desk.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveCount(4);
  await expect(history.nth(2)).toContainText('Changes asked for');
  await office.close();

  // Everybody finds it on the home page.
  await expect(async () => {
    await page.goto(url);
    await expect(page.getByRole('link', { name: new RegExp(TITLE) }).first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
});
