import { NoticeKind } from '@marquee/contracts/notification/v1/notice_pb';
import { NoticeChannel } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { type Answers, failing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import * as settingsRoute from '../../routes/notices/settings-notifications.tsx';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { doing, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { NoticeSettingsForm } from './notice-settings.tsx';

const { IN_APP, PUSH, EMAIL, SMS } = NoticeChannel;
const own = {
  kinds: [
    { kind: NoticeKind.CONNECTION_REQUESTED, channels: [IN_APP, PUSH, EMAIL] },
    { kind: NoticeKind.NEW_MOVIE, channels: [IN_APP] },
  ],
  quietHours: { enabled: false, fromMinute: 1_320, untilMinute: 420, timeZone: '' },
  ...{ mailDigest: false, pushPublicKey: 'BA', pushEndpointHashes: [], hasPhone: false },
};
const viewer = aPerson();
const open = (answers: Answers = {}, settings: object = own) =>
  showPage(<NoticeSettingsForm />, {
    viewer,
    answers: { getNoticeSettings: () => ({ settings }), ...answers } as Answers,
  });
const group = (name: string) => within(screen.getByRole('group', { name }));
const checked = (name: string) =>
  group(name)
    .getAllByRole('checkbox')
    .map((box) => (box as HTMLInputElement).checked);

test('notification settings are for people who are signed in [SET-13:screen]', async () => {
  const at = '/settings/notifications';
  await openRoute(settingsRoute, at, { path: at });
  await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: at })}`));
});

test('settings that cannot be loaded say so, and are asked for again [SET-13:screen]', async () => {
  let isDown = true;
  await open({ getNoticeSettings: () => (isDown ? failing() : { settings: own }) } as Answers);
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load your notification settings.');
  isDown = false;
  await press('Try again');
  expect(await screen.findByRole('group', { name: 'Connect requests' })).toBeTruthy();
});

test('each kind shows its channels; text messages only with a confirmed number [SET-13:channels]', async () => {
  await open();
  await screen.findByRole('group', { name: 'Connect requests' });
  expect(checked('Connect requests')).toEqual([true, true, true]);
  expect(checked('Films with you')).toEqual([true, false, false]);
  expect(screen.queryByLabelText('Text message')).toBeNull();
  await open({}, { ...own, hasPhone: true });
  await screen.findByRole('group', { name: 'Connect requests' });
  expect(checked('Connect requests')).toEqual([true, true, true, false]);
});

test('a channel is turned off at once, and on again when that was not saved [SET-13:channels]', async () => {
  const { sent } = await open({ setNoticeChannel: () => ({}) });
  await screen.findByRole('group', { name: 'Connect requests' });
  await doing(() => group('Connect requests').getByLabelText('Email').click());
  await waitFor(() => expect(checked('Connect requests')).toEqual([true, true, false]));
  expect(sent('setNoticeChannel')).toMatchObject([
    { kind: NoticeKind.CONNECTION_REQUESTED, channel: EMAIL, enabled: false },
  ]);
  await open({ setNoticeChannel: failing }, { ...own, hasPhone: true });
  await screen.findByRole('group', { name: 'Films with you' });
  await doing(() => group('Films with you').getByLabelText('Text message').click());
  await seeToast('We failed to save your choice. Please try again.');
  expect(checked('Films with you')).toEqual([true, false, false, false]);
  expect(SMS).toBe(4);
});

test('one email a day is turned on with the time zone of the device [NOT-05:digest]', async () => {
  const { sent } = await open({ setMailDigest: () => ({}) });
  const daily = await screen.findByRole('switch', { name: /One email a day/ });
  await doing(() => daily.click());
  await waitFor(() =>
    expect(sent('setMailDigest')).toMatchObject([
      { enabled: true, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ]),
  );
});

test('quiet hours are chosen by times and a zone, and checked before they are saved [SET-13:quiet]', async () => {
  const { sent } = await open({ setQuietHours: () => ({}) });
  const quiet = await screen.findByRole('switch', { name: /Quiet hours/ });
  await doing(() => quiet.click());
  await screen.findByLabelText('From');
  await type('From', '23:30');
  await type('Until', '23:30');
  await press('Save quiet hours');
  expect(screen.getByText('Quiet hours need an end that differs from their start.')).toBeTruthy();
  await type('Until', '06:15');
  await type('Time zone', 'Europe/Lisbon');
  await press('Save quiet hours');
  await seeToast('Your quiet hours are saved.');
  expect(screen.queryByText('Quiet hours need an end that differs from their start.')).toBeNull();
  expect(sent('setQuietHours')).toMatchObject([
    { quietHours: { enabled: true, fromMinute: 1_410, untilMinute: 375, timeZone: 'Europe/Lisbon' } },
  ]);
});

test('quiet hours that were not saved say so and keep what was typed [SET-13:quiet]', async () => {
  await open({ setQuietHours: failing }, { ...own, quietHours: { ...own.quietHours, enabled: true, timeZone: 'UTC' } });
  await screen.findByLabelText('From');
  await type('From', '21:00');
  await press('Save quiet hours');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to save your quiet hours.');
  expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe('21:00');
});

test('a browser without push messages says so, and offers nothing [NOT-05:push]', async () => {
  await open();
  expect(await screen.findByText(/This browser cannot show notifications of this site/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull();
});

/** A browser with push messages, and what was asked of it. */
function pushBrowser(permission: NotificationPermission = 'granted', isFirstVisit = false) {
  const endpoint = 'https://push.example.com/b1';
  const key = new Uint8Array([4]).buffer;
  let subscription: object | null = null;
  const made = {
    ...{ endpoint, options: { applicationServerKey: key } },
    toJSON: () => ({ endpoint, keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: async () => true,
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = made;
      return made;
    },
  };
  const registration = { pushManager };
  const registered = Promise.withResolvers<object>();
  if (!isFirstVisit) registered.resolve(registration);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => (isFirstVisit ? undefined : registration), ready: registered.promise },
  });
  Object.assign(window, {
    PushManager: class {},
    Notification: {
      permission: permission === 'denied' ? 'denied' : 'default',
      requestPermission: async () => permission,
    },
  });
  return { endpoint, register: () => registered.resolve(registration) };
}

test('a first visit, whose worker is registered after the page has asked, can turn push messages on [NOT-05:push]', async () => {
  const { register } = pushBrowser('granted', true);
  await open();
  register();
  expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeTruthy();
});

test('push messages are turned on and off in this browser [NOT-05:push]', async () => {
  const { endpoint } = pushBrowser();
  const { sent } = await open({ addPushSubscription: () => ({}), removePushSubscription: () => ({}) });
  await screen.findByRole('button', { name: 'Turn on notifications' });
  await press('Turn on notifications');
  await screen.findByRole('button', { name: 'Turn off notifications' });
  expect(sent('addPushSubscription')).toMatchObject([{ endpoint, p256dh: 'P', auth: 'A' }]);
  await press('Turn off notifications');
  await screen.findByRole('button', { name: 'Turn on notifications' });
  expect(sent('removePushSubscription')).toMatchObject([{ endpoint }]);
});

test('push messages that could not be turned on say so, and a browser that refuses says how to allow them [NOT-05:push]', async () => {
  pushBrowser();
  await open({ addPushSubscription: failing });
  await screen.findByRole('button', { name: 'Turn on notifications' });
  await press('Turn on notifications');
  await seeToast('We failed to turn on notifications in this browser.');
  pushBrowser('denied');
  await open();
  expect(await screen.findByText(/This browser refuses notifications of this site/)).toBeTruthy();
});
