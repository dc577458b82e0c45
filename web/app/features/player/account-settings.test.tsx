import { create } from '@bufbuild/protobuf';
import { jest } from '@jest/globals';
import { PlayerSettingsSchema, TextColour, TextSize } from '@marquee/contracts/film/v1/watch_pb';
import { refused } from '../../testing/fake-watch-server.ts';
import { AccountSettings, type Chosen } from './account-settings.ts';
import * as device from './viewer-choices.ts';

const sends = () => jest.fn(async (_request: { settings: Chosen }): Promise<unknown> => ({}));

function opened(setPlayerSettings = sends(), owner: string | undefined = 'ana') {
  const settings = new AccountSettings({ calls: { setPlayerSettings }, storage: localStorage, owner });
  return { settings, sent: () => setPlayerSettings.mock.calls.map(([request]) => request.settings) };
}
const kept = () => ({
  ...{ text: device.keptTextChoice(localStorage), audio: device.keptAudioLanguage(localStorage) },
  described: device.keptDescription(localStorage),
  ...{ look: device.keptLook(localStorage), rate: device.keptRate(localStorage, [1, 1.5, 2]) },
  ...{ quality: device.keptQuality(localStorage), sound: device.keptSound(localStorage) },
  ...{ previews: device.keptSwitch(localStorage, 'previews'), letters: device.keptSwitch(localStorage, 'letterKeys') },
});

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('a device begins with what the account has, and keeps its own where the account has nothing [WAT-12:person]', () => {
  device.keepRate(localStorage, 1.5);
  device.keepSound(localStorage, { volume: 0.5, muted: true });
  const { settings, sent } = opened();
  settings.adopt(
    create(PlayerSettingsSchema, {
      ...{ textLanguage: 'fr', textCaptions: true, textSize: TextSize.HUGE, audioLanguage: 'pt', qualityLines: 720 },
      ...{ volumePercent: 20, previews: false, letterKeys: false, audioDescription: true },
    }),
  );
  expect(kept()).toEqual({
    ...{ text: { language: 'fr', captions: true }, audio: 'pt', rate: 1.5, quality: 720 },
    ...{ look: { size: 'huge', colour: 'white', background: 'shade' }, sound: { volume: 0.2, muted: true } },
    ...{ previews: false, letters: false, described: true },
  });
  settings.adopt(create(PlayerSettingsSchema, { textLanguage: '', textColour: TextColour.YELLOW }));
  expect(kept()).toMatchObject({ text: false, look: { size: 'huge', colour: 'yellow' } });
  settings.adopt(undefined);
  expect(kept()).toMatchObject({ text: false, quality: 720 });
  jest.runAllTimers();
  expect(sent()).toEqual([]);
});

test('choices of a second are sent together, and what is chosen meanwhile is sent after them [WAT-12:person]', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const calls = sends().mockReturnValueOnce(promise);
  const { settings, sent } = opened(calls);
  settings.change({ volumePercent: 30 });
  settings.change({ volumePercent: 40 });
  settings.change({ ratePercent: 150 });
  expect(sent()).toEqual([]);
  jest.advanceTimersByTime(1_000);
  expect(sent()).toEqual([{ volumePercent: 40, ratePercent: 150 }]);
  settings.change({ ratePercent: 200 });
  resolve({});
  await jest.advanceTimersByTimeAsync(1_000);
  expect(sent().slice(1)).toEqual([{ ratePercent: 200 }]);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(sent()).toHaveLength(2);
  expect(localStorage.getItem('marquee.unsent-settings')).toBeNull();
});

test('what was chosen without a network is sent with the next film, and only by the account that chose it [WAT-12:person]', async () => {
  const offline = sends().mockRejectedValue(refused('Unavailable'));
  const first = opened(offline);
  first.settings.change({ textLanguage: 'es' });
  await first.settings.send();

  const other = opened(sends(), 'ben');
  other.settings.adopt(create(PlayerSettingsSchema, { textLanguage: 'fr' }));
  await other.settings.send();
  expect(other.sent()).toEqual([]);

  const next = opened();
  // It is newer than what the account has.
  next.settings.adopt(create(PlayerSettingsSchema, { textLanguage: 'en', ratePercent: 200 }));
  expect(kept()).toMatchObject({ text: { language: 'es', captions: false }, rate: 2 });
  await next.settings.send();
  expect(next.sent()).toEqual([{ textLanguage: 'es' }]);
});

test('a slider that is dragged is sent a second after it stands [WAT-12:person]', () => {
  const { settings, sent } = opened();
  settings.change({ volumePercent: 30 });
  jest.advanceTimersByTime(900);
  settings.change({ volumePercent: 40 });
  jest.advanceTimersByTime(900);
  expect(sent()).toEqual([]);
  jest.advanceTimersByTime(100);
  expect(sent()).toEqual([{ volumePercent: 40 }]);
});

test('what is chosen during a slow call is sent after it [WAT-12:person]', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { settings, sent } = opened(sends().mockReturnValueOnce(promise));
  settings.change({ ratePercent: 150 });
  jest.advanceTimersByTime(1_000);
  settings.change({ ratePercent: 200 });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(sent()).toHaveLength(1);
  resolve({});
  await jest.advanceTimersByTimeAsync(1_000);
  expect(sent().slice(1)).toEqual([{ ratePercent: 200 }]);
});

test('a choice that could not be sent waits for the next film, which sends it by itself [WAT-12:person]', async () => {
  const offline = opened(sends().mockRejectedValue(refused('Unavailable')));
  offline.settings.change({ ratePercent: 150 });
  await offline.settings.send();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(offline.sent()).toHaveLength(1);

  const next = opened();
  next.settings.adopt(undefined);
  jest.advanceTimersByTime(1_000);
  expect(next.sent()).toEqual([{ ratePercent: 150 }]);
});

test.each(['Unauthenticated', 'Unimplemented'] as const)(
  'what is refused as %s is sent with the next film',
  async (code) => {
    const first = opened(sends().mockRejectedValue(refused(code)));
    first.settings.change({ ratePercent: 150 });
    await first.settings.send();
    const next = opened();
    await next.settings.send();
    expect(next.sent()).toEqual([{ ratePercent: 150 }]);
  },
);

test('what the server refuses is not sent again', async () => {
  const refuses = sends().mockRejectedValue(refused('InvalidArgument'));
  const { settings, sent } = opened(refuses);
  settings.change({ volumePercent: 101 });
  await settings.send();
  await settings.send();
  expect(sent()).toHaveLength(1);
});

test('what is damaged in storage is passed over', () => {
  localStorage.setItem('marquee.unsent-settings', '{');
  opened().settings.adopt(undefined);
  localStorage.setItem('marquee.quality', '"many"');
  localStorage.setItem('marquee.previews', '7');
  expect(kept()).toMatchObject({ quality: 0, previews: true });
});
