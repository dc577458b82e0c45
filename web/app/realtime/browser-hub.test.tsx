import { answerCalls } from '@marquee/testing/answer-calls';
import { browserHub } from './browser-hub.ts';
import type { TabMessage } from './signals.ts';

type Channel = { name: string; said: TabMessage[]; isClosed: boolean };
const channels: Channel[] = [];

// jsdom has neither; another tab holds the lock for good.
Object.assign(navigator, { locks: { request: () => new Promise(() => {}) } });
Object.assign(globalThis, {
  BroadcastChannel: class {
    readonly #channel: Channel;
    constructor(name: string) {
      this.#channel = { name, said: [], isClosed: false };
      channels.push(this.#channel);
    }
    postMessage(message: TabMessage) {
      if (!this.#channel.isClosed) this.#channel.said.push(message);
    }
    close() {
      this.#channel.isClosed = true;
    }
  },
});
answerCalls({});
const kinds = (channel: Channel | undefined) => channel?.said.map(({ kind }) => kind);
const shows = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('a tab has one hub for an account; another account closes the one before', () => {
  const hub = browserHub('a1');
  expect(browserHub('a1')).toBe(hub);
  hub.follow('account', () => {});
  expect(channels.map(({ name, isClosed }) => [name, isClosed])).toEqual([['marquee-realtime-a1', false]]);
  expect(kinds(channels[0])).toEqual(['follow']);

  expect(browserHub('a2')).not.toBe(hub);
  expect(channels.map(({ name, isClosed }) => [name, isClosed])).toEqual([
    ['marquee-realtime-a1', true],
    ['marquee-realtime-a2', false],
  ]);
  expect(kinds(channels[0])).toEqual(['follow', 'leave']);
});

test('a page that is hidden in the back-forward cache needs nothing until it is back', () => {
  const hub = browserHub('a3');
  hub.follow('account', () => {});
  window.dispatchEvent(new Event('pagehide'));
  expect(kinds(channels.at(-1))).toEqual(['follow', 'leave']);
  shows(false);
  expect(kinds(channels.at(-1))).toEqual(['follow', 'leave']);
  shows(true);
  expect(kinds(channels.at(-1))).toEqual(['follow', 'leave', 'follow']);
});
