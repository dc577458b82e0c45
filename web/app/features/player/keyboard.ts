import { type Message, msg } from '../../language/words.ts';
export type PlayerCommand =
  | { do: 'toggle-play' }
  | { do: 'seek-by'; seconds: number }
  | { do: 'seek-to-part'; part: number }
  | { do: 'volume-by'; step: number }
  | { do: 'rate-by' | 'chapter-by'; step: 1 | -1 }
  | { do: 'fullscreen' | 'mute' | 'captions' | 'picture-in-picture' | 'shortcuts' };

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** Where the key was pressed: on the film, on its seek bar, on a control with keys of its own, or in text. */
export type KeyPlace = 'film' | 'seek-bar' | 'button' | 'slider' | 'text';

const commands: Record<string, PlayerCommand> = {
  k: { do: 'toggle-play' },
  ' ': { do: 'toggle-play' },
  j: { do: 'seek-by', seconds: -10 },
  l: { do: 'seek-by', seconds: 10 },
  arrowleft: { do: 'seek-by', seconds: -5 },
  arrowright: { do: 'seek-by', seconds: 5 },
  arrowup: { do: 'volume-by', step: 0.05 },
  arrowdown: { do: 'volume-by', step: -0.05 },
  home: { do: 'seek-to-part', part: 0 },
  end: { do: 'seek-to-part', part: 1 },
  f: { do: 'fullscreen' },
  m: { do: 'mute' },
  c: { do: 'captions' },
  i: { do: 'picture-in-picture' },
  '<': { do: 'rate-by', step: -1 },
  '>': { do: 'rate-by', step: 1 },
  n: { do: 'chapter-by', step: 1 },
  p: { do: 'chapter-by', step: -1 },
  '?': { do: 'shortcuts' },
};

/**
 * What a key asks of the player; undefined when the key belongs to the browser or to the control that has focus. Without
 * `letters`, keys of one letter, sign or digit ask for nothing: somebody who speaks to their device types them unawares.
 */
export function commandFor(event: Key, place: KeyPlace, letters = true): PlayerCommand | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || place === 'text') return undefined;
  const key = event.key.toLowerCase();
  if (!letters && key.length === 1 && key !== ' ') return undefined;
  if (place === 'button' && key === ' ') return undefined;
  if (place === 'slider' && (key.startsWith('arrow') || key === 'home' || key === 'end')) return undefined;
  // On a slider, up and down move it, and do not change the volume.
  if (place === 'seek-bar' && key === 'arrowup') return { do: 'seek-by', seconds: 10 };
  if (place === 'seek-bar' && key === 'arrowdown') return { do: 'seek-by', seconds: -10 };
  if (/^[0-9]$/.test(key)) return { do: 'seek-to-part', part: Number(key) / 10 };
  return commands[key];
}

/** Which keys belong to the element that has focus. */
export function keyPlace(target: EventTarget | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'film';
  if (target.dataset.keys === 'seek-bar') return 'seek-bar';
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return 'text';
  if (target instanceof HTMLInputElement) {
    return target.type === 'range' || target.type === 'radio' ? 'slider' : 'text';
  }
  return target.closest('button, a, [role="button"]') ? 'button' : 'film';
}

export const SHORTCUTS: readonly {
  keys: (string | Message)[];
  does: Message;
  /** Also of a film that is watched in step. */
  live?: true;
}[] = [
  { keys: [msg('Space'), 'K'], does: msg('Play or pause') },
  { keys: ['J', 'L'], does: msg('Back or forward 10 seconds') },
  { keys: ['←', '→'], does: msg('Back or forward 5 seconds') },
  { keys: ['↑', '↓'], does: msg('Volume'), live: true },
  { keys: ['0 – 9'], does: msg('Go to a tenth of the film') },
  { keys: ['M'], does: msg('Sound on or off'), live: true },
  { keys: ['F'], does: msg('Full screen'), live: true },
  { keys: ['I'], does: msg('Picture in picture'), live: true },
  { keys: ['C'], does: msg('Subtitles'), live: true },
  { keys: ['N', 'P'], does: msg('Next or previous chapter') },
  { keys: ['<', '>'], does: msg('Slower or faster') },
  { keys: ['?'], does: msg('This list'), live: true },
];
