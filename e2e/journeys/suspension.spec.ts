import { memberOf, unlock } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { linkOf, messagesTo, messageTo } from '../support/inbox.ts';
import { newPerson, signIn } from '../support/people.ts';
import { untilPlaying } from '../support/player.ts';
import { staff } from '../support/staff.ts';

test('a suspension ends a film that plays and an open stream, and sign-in, until it is taken back [AUT-16:journey]', async ({
  page,
  context,
  browser,
  problems,
  url,
  cast,
}) => {
  test.setTimeout(300_000);
  problems.expectProblem(/Failed to load resource.*40[0-9]/);
  const { film } = cast;
  const person = await newPerson(url, { onboarded: true });
  const viewer = await memberOf(url, person);
  await unlock(viewer, url, film);
  await context.addCookies((await viewer.api.storageState()).cookies);

  // A stream that stays open, as pages have one.
  const settings = await context.newPage();
  problems.watch(settings);
  await settings.goto(`${url}/settings`);
  await settings.evaluate(() => {
    const body = new TextEncoder().encode(JSON.stringify({ topics: ['account'] }));
    const envelope = new Uint8Array(5 + body.length);
    new DataView(envelope.buffer).setUint32(1, body.length);
    envelope.set(body, 5);
    const heard = { text: '', ended: false };
    Object.assign(window, { heard });
    void fetch('/rpc/realtime.v1.RealtimeService/Subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/connect+json', 'connect-protocol-version': '1' },
      body: envelope,
    }).then(async (answer) => {
      const reader = answer.body?.getReader();
      for (;;) {
        const piece = await reader?.read().catch(() => undefined);
        if (!piece || piece.done) break;
        heard.text += new TextDecoder().decode(piece.value);
      }
      heard.ended = true;
    });
  });
  const heard = () => settings.evaluate(() => (window as unknown as { heard: { text: string; ended: boolean } }).heard);
  await expect.poll(async () => (await heard()).text.length).toBeGreaterThan(0);
  expect((await heard()).ended).toBe(false);

  await page.goto(`${url}/feed/${film}/watch`);
  await untilPlaying(page);
  const segment = page.waitForRequest((request) => request.url().includes('/v/') && request.url().endsWith('.m4s'));
  await page.keyboard.press('l');
  await page.keyboard.press('6');
  const address = (await segment).url();

  expect(await staff('suspend', person.email)).toContain('is suspended');
  await expect.poll(async () => (await heard()).ended, { timeout: 30_000 }).toBe(true);
  expect((await heard()).text).toContain('unauthenticated');
  // The player says why the film stopped, and nothing covers it.
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('You were signed out. Please sign in again to continue watching.');
  await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toHaveCount(0);
  await expect(alert.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  await expect.poll(async () => (await context.request.get(address)).status()).toBe(403);

  const door = await browser.newContext();
  const mat = await door.newPage();
  const before = await messagesTo(url, person.email);
  await mat.goto(`${url}/sign-in`);
  await mat.getByLabel('Email or phone').fill(person.email);
  await mat.getByRole('button', { name: 'Continue' }).click();
  await mat.goto(linkOf(await messageTo(url, person.email, before)));
  await mat.getByRole('button', { name: 'Sign in' }).click();
  await expect(mat.getByText('This account is suspended. Please contact support.')).toBeVisible();
  expect((await door.cookies()).some(({ name }) => name.includes('session'))).toBe(false);

  expect(await staff('reinstate', person.email)).toContain('is active again');
  await signIn(door, url, person.email);
  await mat.goto(`${url}/feed/${film}/watch`);
  await untilPlaying(mat);
  await door.close();
});
