import { commandFor, type KeyPlace, keyPlace } from './keyboard.ts';

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
  expect(press('Enter')).toBeUndefined();
  expect(press('k', 'button')).toEqual({ do: 'toggle-play' });
});

test('arrows belong to a slider, and on the seek bar they seek', () => {
  for (const key of ['ArrowUp', 'Home', 'End']) expect(press(key, 'slider')).toBeUndefined();
  expect(press('k', 'slider')).toEqual({ do: 'toggle-play' });
  expect(press('ArrowDown')).toEqual({ do: 'volume-by', step: -0.05 });
  expect(press('ArrowLeft', 'seek-bar')).toEqual({ do: 'seek-by', seconds: -5 });
  expect(press('ArrowUp', 'seek-bar')).toEqual({ do: 'seek-by', seconds: 10 });
  expect(press('ArrowDown', 'seek-bar')).toEqual({ do: 'seek-by', seconds: -10 });
  expect(press('End', 'seek-bar')).toEqual({ do: 'seek-to-part', part: 1 });
});

test('without keys of one letter, sign or digit the others still do what they do', () => {
  const unlettered = (key: string) => commandFor({ key, ctrlKey: false, metaKey: false, altKey: false }, 'film', false);
  expect(['k', 'F', '7', '?'].map(unlettered)).toEqual([undefined, undefined, undefined, undefined]);
  expect(unlettered(' ')).toEqual({ do: 'toggle-play' });
  expect(unlettered('ArrowRight')).toEqual({ do: 'seek-by', seconds: 5 });
});

test('nothing is taken from text and from the browser', () => {
  expect(press('k', 'text')).toBeUndefined();
  expect(press('f', 'film', { ctrlKey: true })).toBeUndefined();
  expect(press('l', 'film', { metaKey: true })).toBeUndefined();
  expect(press('l', 'film', { altKey: true })).toBeUndefined();
});

test.each<[string, KeyPlace]>([
  ['<p>A film</p>', 'film'],
  ['<p data-keys="other">Other</p>', 'film'],
  ['<div role="slider" data-keys="seek-bar"></div>', 'seek-bar'],
  ['<input type="range">', 'slider'],
  ['<input type="radio">', 'slider'],
  ['<input type="search">', 'text'],
  ['<textarea></textarea>', 'text'],
  ['<button><svg></svg><span>Play</span></button>', 'button'],
  ['<a href="/">Home</a>', 'button'],
])('a key pressed on %s is one of the %s', (html, place) => {
  document.body.innerHTML = html;
  const focused = document.body.querySelector('span') ?? document.body.firstElementChild;
  expect(keyPlace(focused)).toBe(place);
});

test('a key pressed in editable text is the text’s, and on no element the film’s', () => {
  expect(keyPlace(Object.assign(document.createElement('p'), { isContentEditable: true }))).toBe('text');
  expect(keyPlace(null)).toBe('film');
  expect(keyPlace(document)).toBe('film');
});
