import * as choices from './viewer-choices.ts';

/** A storage that holds this at first; of a private window it holds nothing, and takes nothing. */
function storage(held: Record<string, string> = {}, isPrivate = false) {
  const items = new Map(Object.entries(held));
  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  return {
    getItem: (key: string) => (isPrivate ? refuse() : (items.get(key) ?? null)),
    setItem: (key: string, value: string) => void (isPrivate ? refuse() : items.set(key, value)),
  };
}
const RATES = [0.5, 1, 1.5];

test('what a viewer chose is there for the next film', () => {
  const kept = storage();
  const look = { size: 'huge', colour: 'yellow', background: 'solid' } as const;
  choices.keepTextChoice(kept, { language: 'fr', captions: true });
  choices.keepLook(kept, look);
  choices.keepAudioLanguage(kept, 'pt');
  choices.keepDescription(kept, true);
  choices.keepRate(kept, 1.5);
  choices.keepQuality(kept, 720);
  choices.keepSound(kept, { volume: 0, muted: true });
  choices.keepSwitch(kept, 'previews', false);
  expect(choices.keptTextChoice(kept)).toEqual({ language: 'fr', captions: true });
  expect(choices.keptLook(kept)).toEqual(look);
  expect(choices.keptAudioLanguage(kept)).toBe('pt');
  expect(choices.keptDescription(kept)).toBe(true);
  expect(choices.keptRate(kept, RATES)).toBe(1.5);
  expect(choices.keptQuality(kept)).toBe(720);
  expect(choices.keptSound(kept)).toEqual({ volume: 0, muted: true });
  expect([choices.keptSwitch(kept, 'previews'), choices.keptSwitch(kept, 'letterKeys')]).toEqual([false, true]);
  choices.keepTextChoice(kept, false);
  expect(choices.keptTextChoice(kept)).toBe(false);
  choices.keepSound(kept, { volume: 1, muted: false });
  expect(choices.keptSound(kept)).toEqual({ volume: 1, muted: false });
});

const NONSENSE = {
  'marquee.subtitles': '{"language":7}',
  'marquee.subtitles-look': '{"size":"giant","colour":"green","background":"wood"}',
  'marquee.audio': '7',
  'marquee.audio-description': '"yes"',
  'marquee.speed': '9',
  'marquee.quality': '-1',
  'marquee.sound': '{"volume":2,"muted":"yes"}',
};
test.each([
  ['nothing was chosen', storage()],
  ['nothing can be kept', storage({}, true)],
  ['something else is there', storage(NONSENSE)],
  ['it is broken', storage(Object.fromEntries(Object.keys(NONSENSE).map((key) => [key, '{'])))],
])('where %s the defaults are', (_why, kept) => {
  choices.keepSwitch(kept, 'previews', true);
  expect(choices.keptTextChoice(kept)).toBeUndefined();
  expect(choices.keptLook(kept)).toEqual(choices.DEFAULT_LOOK);
  expect(choices.keptAudioLanguage(kept)).toBeUndefined();
  expect(choices.keptDescription(kept)).toBe(false);
  expect(choices.keptRate(kept, RATES)).toBe(1);
  expect(choices.keptQuality(kept)).toBe(0);
  expect(choices.keptSound(kept)).toEqual({ volume: 1, muted: false });
  expect(choices.keptSwitch(kept, 'previews')).toBe(true);
});

test.each(['"loud"', '-0.5', 'null'])('a volume of %s is none', (volume) => {
  expect(choices.keptSound(storage({ 'marquee.sound': `{"volume":${volume}}` })).volume).toBe(1);
});
test('a picture of a word is none', () => {
  expect(choices.keptQuality(storage({ 'marquee.quality': '"high"' }))).toBe(0);
});
