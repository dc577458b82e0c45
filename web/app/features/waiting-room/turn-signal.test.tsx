import { jest } from '@jest/globals';
import { forgetPlace, keepPlace, readPlace } from './kept-place.ts';
import { prepareTurnSignal } from './turn-signal.ts';

const give = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

type Notice = { title: string; body: string; onclick?: () => void };
/** A browser that shows notifications, after it has asked if it has to. */
function notifications(permission: string, answer = 'granted') {
  const shown: Notice[] = [];
  let asked = 0;
  class Notification_ {
    static permission = permission;
    static async requestPermission() {
      asked += 1;
      if (answer === 'error') throw new TypeError('no');
      Notification_.permission = answer;
      return answer;
    }
    constructor(title: string, { body }: { body: string }) {
      shown.push(Object.assign(this, { title, body }));
    }
  }
  give('Notification', Notification_);
  return { shown, asked: () => asked };
}

function sounds() {
  const notes: { hertz: number; from: number; until: number }[] = [];
  const createOscillator = () => {
    const frequency = { value: 0 };
    let from = 0;
    const start = (at: number) => {
      from = at;
    };
    const stop = (until: number) => notes.push({ hertz: frequency.value, from, until });
    return { frequency, connect: (gain: unknown) => gain, start, stop };
  };
  const createGain = () => ({ gain: { value: 0 }, connect: () => {} });
  const resume = jest.fn(() => Promise.reject(new Error('not now')));
  const close = jest.fn(() => Promise.reject(new Error('closed already')));
  const audio = { currentTime: 5, destination: {}, resume, close, createOscillator, createGain };
  give(
    'AudioContext',
    jest.fn(() => audio),
  );
  return { notes, audio };
}

afterEach(() => {
  give('AudioContext', undefined);
  give('Notification', undefined);
});

test('it rings with two notes and shows a notification that leads to the page', async () => {
  const { notes, audio } = sounds();
  const { shown, asked } = notifications('granted');
  const signal = await prepareTurnSignal();
  expect([audio.resume.mock.calls.length, asked()]).toEqual([1, 0]);
  signal.ring('It is your turn', 'Choose your tickets.');
  expect(notes).toEqual([
    { hertz: 660, from: 5, until: 5.18 },
    { hertz: 880, from: 5.18, until: 5.359999999999999 },
  ]);
  expect(shown).toMatchObject([{ title: 'It is your turn', body: 'Choose your tickets.' }]);
  const focus = jest.spyOn(window, 'focus').mockImplementation(() => {});
  shown[0]?.onclick?.();
  expect(focus).toHaveBeenCalledTimes(1);
  signal.close();
  expect(audio.close).toHaveBeenCalledTimes(1);
});

test.each([
  ['default', 'granted', 1, 1],
  ['default', 'denied', 1, 0],
  ['default', 'error', 1, 0],
  ['denied', 'granted', 0, 0],
])('the browser is asked once, before it has answered: %s, then %s', async (permission, answer, asks, shows) => {
  const { shown, asked } = notifications(permission, answer);
  const signal = await prepareTurnSignal();
  signal.ring('It is your turn', '');
  expect([asked(), shown.length]).toEqual([asks, shows]);
  signal.close();
});

test('a browser without sound and notifications has neither, and one that refuses to show continues', async () => {
  const plain = await prepareTurnSignal();
  plain.ring('It is your turn', '');
  plain.close();
  give('Notification', { permission: 'granted' });
  const refusing = await prepareTurnSignal();
  refusing.ring('It is your turn', '');
});

test('a place is kept in its tab until it is given up', () => {
  expect(readPlace('e1')).toBeUndefined();
  keepPlace('e1', 'receipt');
  expect([readPlace('e1'), readPlace('e2')]).toEqual(['receipt', undefined]);
  forgetPlace('e1');
  expect(readPlace('e1')).toBeUndefined();
});
