import { Code } from '@connectrpc/connect';
import { TextBackground, TextColour, TextSize } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { film, filmId, watching } from '../testing/playing.ts';

const CHOSEN = {
  ...{ textLanguage: 'fr', textCaptions: true, textSize: TextSize.LARGE, textColour: TextColour.YELLOW },
  ...{ textBackground: TextBackground.SOLID, audioLanguage: 'pt', ratePercent: 125, qualityLines: 720 },
  ...{ volumePercent: 40, muted: true, previews: false, letterKeys: false, audioDescription: true },
};

test('what a viewer chose in the player is there on their second device, and is nobody else’s [WAT-12:person]', async () => {
  const { lover, started } = await watching();
  expect(started.settings).toBeUndefined();
  expect((await lover.watch.setPlayerSettings({ settings: CHOSEN })).settings).toMatchObject(CHOSEN);
  const second = film.as({ ...lover.viewer, sessionId: newId() });
  const there = await second.watch.startPlayback({ requestId: newId(), filmId });
  expect(there.settings).toMatchObject(CHOSEN);
  expect((await watching()).started.settings).toBeUndefined();
});

test('each choice changes alone, the last one wins, and off is a choice [WAT-12:person]', async () => {
  const { watch } = film.lover();
  const choose = async (settings: object) => (await watch.setPlayerSettings({ settings })).settings;
  const { textLanguage, ...unchosen } = (await choose({ textLanguage: 'en' })) ?? {};
  expect(textLanguage).toBe('en');
  expect(unchosen).toMatchObject({ textSize: TextSize.UNSPECIFIED });
  expect(unchosen).not.toHaveProperty('ratePercent');
  await choose({ ratePercent: 150, volumePercent: 0 });
  await choose({ textLanguage: '' });
  expect(await choose({ ratePercent: 200, qualityLines: 0, muted: false })).toMatchObject({
    ...{ textLanguage: '', ratePercent: 200, volumePercent: 0, qualityLines: 0, muted: false },
  });
});

test('the same choice again changes nothing, not even when it was made', async () => {
  const { watch, viewer } = film.lover();
  const rows = () => film.db.query('SELECT * FROM player_settings WHERE account_id = $1', [viewer.accountId]);
  await watch.setPlayerSettings({ settings: CHOSEN });
  const [once] = await rows();
  film.clock.advance(1_000);
  await watch.setPlayerSettings({ settings: CHOSEN });
  expect(await rows()).toEqual([once]);
  await watch.setPlayerSettings({ settings: { muted: false } });
  expect(await rows()).toEqual([{ ...once, muted: false, changedAt: film.clock.now() }]);
});

test.each([
  { textLanguage: 'x'.repeat(36) },
  { audioLanguage: 'x'.repeat(36) },
  { ratePercent: 110 },
  { ratePercent: 0 },
  { qualityLines: 4_321 },
  { volumePercent: 101 },
  { volumePercent: -1 },
  { textSize: 9 as TextSize },
])('%j is refused and changes nothing', async (settings) => {
  const { watch } = film.lover();
  await watch.setPlayerSettings({ settings: { volumePercent: 30 } });
  await expect(watch.setPlayerSettings({ settings })).rejects.toMatchObject({ code: Code.InvalidArgument });
  expect((await watch.setPlayerSettings({})).settings).toMatchObject({ volumePercent: 30 });
});
