import { commandFor, type KeyPlace } from './keyboard.ts';

const press = (key: string, place: KeyPlace = 'film', modifiers = {}) =>
  commandFor({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }, place);

test.each([
  ['k', { do: 'toggle-play' }],
  [' ', { do: 'toggle-play' }],
  ['J', { do: 'seek-by', seconds: -10 }],
  ['l', { do: 'seek-by', seconds: 10 }],
  ['ArrowLeft', { do: 'seek-by', seconds: -5 }],
  ['ArrowUp', { do: 'volume-by', step: 0.05 }],
  ['f', { do: 'fullscreen' }],
  ['m', { do: 'mute' }],
  ['c', { do: 'captions' }],
  ['?', { do: 'shortcuts' }],
  ['0', { do: 'seek-to-part', part: 0 }],
  ['7', { do: 'seek-to-part', part: 0.7 }],
])('%s', (key, command) => {
  expect(press(key)).toEqual(command);
});

test('space and Enter belong to the button that has the focus', () => {
  expect(press(' ', 'button')).toBeUndefined();
  expect(press('Enter', 'button')).toBeUndefined();
  expect(press('k', 'button')).toEqual({ do: 'toggle-play' });
});

test('arrows belong to a slider, and on the seek bar they seek', () => {
  expect(press('ArrowUp', 'slider')).toBeUndefined();
  expect(press('ArrowLeft', 'seek-bar')).toEqual({ do: 'seek-by', seconds: -5 });
  expect(press('ArrowUp', 'seek-bar')).toEqual({ do: 'seek-by', seconds: 10 });
});

test('nothing is taken from text and from the browser', () => {
  expect(press('k', 'text')).toBeUndefined();
  expect(press('f', 'film', { ctrlKey: true })).toBeUndefined();
  expect(press('l', 'film', { metaKey: true })).toBeUndefined();
});
