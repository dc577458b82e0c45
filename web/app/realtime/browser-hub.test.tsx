import { Code } from '@connectrpc/connect';
import { answerCalls, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { waitFor } from '@testing-library/react';
import { browserHub } from './browser-hub.ts';
import type { TabMessage } from './signals.ts';

type Channel = { name: string; said: TabMessage[]; isClosed: boolean; hears: (data: TabMessage) => void };
const channels: Channel[] = [];

// jsdom has neither; another tab holds the lock for good.
Object.assign(navigator, { locks: { request: () => new Promise(() => {}) } });
Object.assign(globalThis, {
  BroadcastChannel: class {
    onmessage?: (event: { data: TabMessage }) => void;
    readonly #channel: Channel;
    constructor(name: string) {
      this.#channel = { name, said: [], isClosed: false, hears: (data) => this.onmessage?.({ data }) };
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

test('a page whose stream has ended follows again where its browser has signed in again, and not where it has left [AUT-13:again]', async () => {
  const id = '01990000-0000-7000-8000-0000000000a4';
  // biome-ignore lint/suspicious/noDocumentCookie: the gateway sets this cookie beside the session's.
  document.cookie = `marquee-signed-in-80=${id}; max-age=60`;
  browserHub(id).follow('account', () => {});
  const channel = channels.at(-1);
  const signedIn = answerCalls({ getCurrentUser: () => ({ user: aPerson({ id }) }) });
  channel?.hears({ kind: 'ended' });
  await waitFor(() => expect(kinds(channel)).toEqual(['follow', 'follow']));
  expect(signedIn.sent('getCurrentUser')).toHaveLength(1);

  const left = answerCalls({ getCurrentUser: refusing(Code.Unauthenticated) });
  channel?.hears({ kind: 'ended' });
  await waitFor(() => expect(left.sent('getCurrentUser')).toHaveLength(1));
  // The next one shows that the one before changed nothing.
  answerCalls({ getCurrentUser: () => ({ user: aPerson({ id }) }) });
  channel?.hears({ kind: 'ended' });
  await waitFor(() => expect(kinds(channel)).toEqual(['follow', 'follow', 'follow']));
});
