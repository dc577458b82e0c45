import { randomUUID } from 'node:crypto';
import { CHROMIUM_FLAGS, WHOLE_CHROMIUM } from '@marquee/testing/chromium';
import { cleanUp } from '@marquee/testing/cleanup';
import { pushService } from '@marquee/testing/push-service';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { idOf, type Member, memberOf } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { messageTo } from '../support/inbox.ts';
import { call, newPerson } from '../support/people.ts';
import { SIZES } from '../support/sizes.ts';

const launchOptions = { executablePath: WHOLE_CHROMIUM, args: [...CHROMIUM_FLAGS, '--headless=new'] };
test.use({ launchOptions, serviceWorkers: 'allow', permissions: ['notifications'], reducedMotion: 'reduce' });
test.afterAll(cleanUp);

type Settings = { settings: { pushPublicKey: string } };
type Subscription = { endpoint: string; p256dh: string; auth: string };

/** No push service can be reached from here: the browser is given the subscription of one on this machine. */
function subscribeWith({ endpoint, p256dh, auth }: Subscription): void {
  let isSubscribed = false;
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }), options: {} };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (isSubscribed ? subscription : null),
    subscribe: async () => {
      isSubscribed = true;
      return subscription;
    },
  });
}

/** The id of the worker's registration, as the developer tools name it. */
async function registrationOf(devtools: CDPSession, url: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(url) && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return found;
}

/** What the browser shows, as the worker sees it. */
const shown = async (context: BrowserContext) =>
  (await context.serviceWorkers()[0]?.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const all = await registration.getNotifications();
    return all.map(({ title, body, data }) => ({ title, body, url: data?.url as string }));
  })) ?? [];

/** Clicks the notification that is shown; gives the address for which the worker opens a window. */
const clicked = (context: BrowserContext) =>
  context.serviceWorkers()[0]?.evaluate(async () => {
    const worker = self as unknown as EventTarget & {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<null> };
    };
    const [notification] = await worker.registration.getNotifications();
    const { promise, resolve } = Promise.withResolvers<string>();
    // Chromium opens a window for a person's own click alone, which nothing can make without a screen.
    worker.clients.openWindow = async (url) => {
      resolve(url);
      return null;
    };
    const Click = (self as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent;
    worker.dispatchEvent(new Click('notificationclick', { notification }));
    return promise;
  });

const newAsker = async (url: string, lastName: string) =>
  memberOf(url, await newPerson(url, { pro: true, firstName: 'Bob', lastName }));
const ask = ({ api }: Member, url: string, profileId: string) =>
  call(api, url, 'identity.v1.ConnectionService/RequestConnection', { requestId: randomUUID(), profileId });
const channel = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Connect requests' }).getByRole('checkbox', { name });

/**
 * In two halves, because no push service can be reached. The site's half is real up to a push service on this machine,
 * which checks the site's signature (RFC 8292) and decrypts as a browser does (RFC 8291). The browser's half is real from
 * where Chromium hands a decrypted message to the worker: what the worker shows, and which page a click leads to.
 */
for (const viewport of SIZES)
  test(`a notice arrives by push while no page is open, and by mail when the other ways are off, at ${viewport.width} [NOT-05:push-journey SET-13:journey]`, async ({
    page,
    context,
    url,
  }) => {
    await page.setViewportSize(viewport);
    const person = await newPerson(url, { pro: true, firstName: 'Ada', lastName: 'Elsewhere' });
    const ada = await memberOf(url, person);
    const adaId = await idOf(ada, url);
    await context.addCookies((await ada.api.storageState()).cookies);
    let publicKey = '';
    const receiver = await pushService(() => publicKey);
    await context.addInitScript(subscribeWith, receiver.subscribe('phone'));

    const method = 'notification.v1.NoticeSettingsService/GetNoticeSettings';
    publicKey = (await call<Settings>(ada.api, url, method, {})).settings.pushPublicKey;
    await page.goto(`${url}/settings/notifications`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(page.getByText('This browser shows your notifications while Marquee is closed')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const devtools = await context.newCDPSession(page);
    const registrationId = await registrationOf(devtools, url);
    await page.goto('about:blank');

    await ask(await newAsker(url, 'Knocks'), url, adaId);
    await expect.poll(() => receiver.pushed.length).toBe(1);
    const message = receiver.pushed[0]?.message ?? {};
    expect(message).toMatchObject({ title: 'Connect Request', text: 'Bob Knocks would like to connect with you.' });

    const data = JSON.stringify(message);
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
    await expect
      .poll(() => shown(context))
      .toEqual([{ title: 'Connect Request', body: message.text, url: `/notifications/${message.id}` }]);
    // The same message again takes the place of the first one.
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
    const address = await clicked(context);
    expect(address).toBe(`${url}/notifications/${message.id}`);
    expect(await shown(context)).toEqual([]);
    await page.goto(address ?? '');
    await expect(page.getByText('Bob Knocks would like to connect with you.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();

    await page.goto(`${url}/settings/notifications`);
    for (const name of ['On Marquee', 'Push']) {
      const saved = page.waitForResponse((answer) => answer.url().includes('/SetNoticeChannel'));
      await channel(page, name).uncheck();
      expect((await saved).ok()).toBe(true);
    }
    await ask(await newAsker(url, 'Writes'), url, adaId);
    await expect
      .poll(async () => (await messageTo(url, person.email)).text)
      .toContain('Bob Writes would like to connect with you.');
    const mail = await messageTo(url, person.email);
    await page.goto(`${url}/notifications/all`);
    await expect(page.getByText('Bob Knocks')).toBeVisible();
    await expect(page.getByText('Bob Writes')).toHaveCount(0);
    expect(receiver.pushed).toHaveLength(1);

    // The link of the mail needs no sign-in, and what it stops shows in the settings.
    const stop = mail.links.find((link) => link.includes('/unsubscribe'));
    const anybody = await (await context.browser()?.newContext({ viewport }))?.newPage();
    if (!anybody || !stop) throw new Error('no link to unsubscribe');
    await anybody.goto(stop);
    await anybody.getByRole('button', { name: /^Stop/ }).click();
    await expect(anybody.getByRole('heading', { level: 1 })).toBeVisible();
    await anybody.context().close();
    await page.goto(`${url}/settings/notifications`);
    await expect(channel(page, 'Email')).not.toBeChecked();
  });
