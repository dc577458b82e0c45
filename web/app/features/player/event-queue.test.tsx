import '../../testing/component-tests.ts';
import { jest } from '@jest/globals';
import { PlaybackEventKind } from '@marquee/contracts/film/v1/watch_pb';
import { PLAYBACK_EVENTS_MAX } from '@marquee/rules/watch';
import { waitFor } from '@testing-library/react';
import { fakeServer, refused } from '../../testing/fake-watch-server.ts';
import { EventQueue } from './event-queue.ts';
import { hasWaitingEvents } from './has-waiting-events.ts';

const event = (id: string, timeMs = 0) => ({ id, kind: PlaybackEventKind.PAUSE, timeMs, playedMs: timeMs, at: 1_000 });

beforeEach(() => localStorage.clear());

test('events recorded without a network are sent later, once [WAT-17:browser]', async () => {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  server.online = false;
  queue.add('s', 'film', event('a', 1_000));
  queue.add('s', 'film', event('b', 2_000));
  await queue.send('s');
  expect(server.events.size).toBe(0);

  server.online = true;
  await queue.send('s');
  await queue.send('s');
  expect([...server.events.keys()]).toEqual(['a', 'b']);
  expect(server.deliveries).toBe(1);
  expect(hasWaitingEvents(localStorage)).toBe(false);
});

test('events of a closed tab are sent by the next page', async () => {
  const { server, calls } = fakeServer();
  new EventQueue({ storage: localStorage, sink: calls }).add('old', 'film', event('a'));
  expect(hasWaitingEvents(localStorage)).toBe(true);
  await new EventQueue({ storage: localStorage, sink: calls }).send('new');
  expect(server.events.get('a')?.session).toBe('old');
});

test('events wait for the account that watched, also while another one uses the browser [AUT-13:held]', async () => {
  const { server, calls } = fakeServer();
  new EventQueue({ storage: localStorage, sink: calls, owner: 'ada' }).add('old', 'film', event('a'));
  await new EventQueue({ storage: localStorage, sink: calls, owner: 'bob' }).send();
  expect(server.events.size).toBe(0);
  expect(hasWaitingEvents(localStorage)).toBe(true);
  await new EventQueue({ storage: localStorage, sink: calls, owner: 'ada' }).send();
  expect(server.events.get('a')?.session).toBe('old');
});

test('a position kept while offline becomes a pause if the page never came back', async () => {
  const { server, calls } = fakeServer();
  new EventQueue({ storage: localStorage, sink: calls }).keepPosition('old', 'film', event('last', 42_000));
  await new EventQueue({ storage: localStorage, sink: calls }).send('new');
  expect(server.events.get('last')).toMatchObject({ session: 'old', timeMs: 42_000 });
});

test('who leaves while offline is said to have stopped where they were before', async () => {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  queue.keepPosition('s', 'film', event('last', 42_000));
  queue.add('s', 'film', { ...event('left', 43_000), kind: PlaybackEventKind.LEFT });
  await queue.send('s');
  expect([...server.events.keys()]).toEqual(['last', 'left']);
  // Any other event says itself where it was.
  queue.keepPosition('s', 'film', event('older', 44_000));
  queue.add('s', 'film', event('pause', 45_000));
  await queue.send('s');
  expect([...server.events.keys()]).toEqual(['last', 'left', 'pause']);
});

test('a position of the page that is open is left to its heartbeat', async () => {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  queue.keepPosition('s', 'film', event('last', 42_000));
  await queue.send('s');
  expect(server.events.size).toBe(0);
});

test('an event added while others are being sent is not lost', async () => {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  queue.add('s', 'film', event('a'));
  const sending = queue.send('s');
  queue.add('s', 'film', event('b'));
  await Promise.all([sending, queue.send('s')]);
  await waitFor(() => expect([...server.events.keys()].sort()).toEqual(['a', 'b']));
  const { deliveries } = server;
  await queue.send('s');
  expect(server.deliveries).toBe(deliveries);
});

test('events that the server refuses are dropped and do not block the rest', async () => {
  const { server, calls } = fakeServer();
  const sink = {
    ...calls,
    recordPlaybackEvents: async (request: Parameters<typeof calls.recordPlaybackEvents>[0]) => {
      if (request.playbackSessionId === 'gone') throw refused('NotFound', 'PLAYBACK_NOT_FOUND');
      return calls.recordPlaybackEvents(request);
    },
  };
  const queue = new EventQueue({ storage: localStorage, sink });
  queue.add('gone', 'film', event('a'));
  queue.add('s', 'film', event('b'));
  await queue.send('s');
  expect([...server.events.keys()]).toEqual(['b']);
  expect(hasWaitingEvents(localStorage)).toBe(false);
});

test('a server that does not know the end of a session yet gets all else, and the view', async () => {
  const { server, calls } = fakeServer();
  const { LEFT } = PlaybackEventKind;
  const sink = {
    ...calls,
    recordPlaybackEvents: async (request: Parameters<typeof calls.recordPlaybackEvents>[0]) => {
      if (request.events.some(({ event: kind }) => kind === LEFT)) throw refused('InvalidArgument', 'INVALID_REQUEST');
      return calls.recordPlaybackEvents(request);
    },
  };
  const queue = new EventQueue({ storage: localStorage, sink });
  queue.add('s', 'film', event('a'));
  queue.addView('s', 'film', 60_000);
  queue.add('s', 'film', { ...event('end'), kind: LEFT });
  await queue.send('s');
  expect([...server.events.keys()]).toEqual(['a']);
  expect(server.views).toHaveLength(1);
  expect(hasWaitingEvents(localStorage)).toBe(false);
});

test('a view that the server does not count yet is sent again', async () => {
  const { calls } = fakeServer();
  const answers = [false, true];
  const sent: number[] = [];
  const sink = {
    ...calls,
    markView: async ({ playedMs }: { playedMs: number }) => {
      sent.push(playedMs);
      return { counted: answers.shift() ?? true };
    },
  };
  const queue = new EventQueue({ storage: localStorage, sink });
  queue.addView('s', 'film', 60_000);
  await queue.send('s');
  await queue.send('s');
  await queue.send('s');
  expect(sent).toEqual([60_000, 60_000]);
});

const DAY_MS = 86_400_000;

test('events wait for two weeks, then they are dropped', async () => {
  const { server, calls } = fakeServer();
  let now = 0;
  const queue = new EventQueue({ storage: localStorage, sink: calls, now: () => now });
  queue.add('s', 'film', event('a'));
  now = 14 * DAY_MS;
  server.online = false;
  await queue.send();
  expect(hasWaitingEvents(localStorage)).toBe(true);
  now += 1;
  server.online = true;
  await queue.send();
  expect(hasWaitingEvents(localStorage)).toBe(false);
  expect(server.events.size).toBe(0);
});

test('of a very long time without a network the latest 600 events are kept, and sent in parts', async () => {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  for (let number = 0; number <= 600; number += 1) queue.add('s', 'film', event(`e${number}`));
  await queue.send('s');
  expect(server.events.size).toBe(600);
  expect(server.events.has('e0')).toBe(false);
  expect(server.deliveries).toBe(Math.ceil(600 / PLAYBACK_EVENTS_MAX));
});

test('a position counts until something is recorded after it, or the network is back', async () => {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  queue.keepPosition('one', 'film', event('position', 1_000));
  queue.add('one', 'film', event('pause', 2_000));
  queue.keepPosition('two', 'film', event('position', 1_000));
  queue.forgetPosition('two');
  queue.forgetPosition('unknown');
  await queue.send();
  expect([...server.events.keys()]).toEqual(['pause']);
  expect(hasWaitingEvents(localStorage)).toBe(false);
});

test('after a sign-out events wait for the viewer to return', async () => {
  const { server, calls } = fakeServer();
  let signedIn = false;
  const sink = {
    ...calls,
    recordPlaybackEvents: async (request: Parameters<typeof calls.recordPlaybackEvents>[0]) => {
      if (!signedIn) throw refused('Unauthenticated', 'SIGNED_OUT');
      return calls.recordPlaybackEvents(request);
    },
  };
  const queue = new EventQueue({ storage: localStorage, sink });
  queue.add('s', 'film', event('a'));
  await queue.send();
  signedIn = true;
  await queue.send();
  expect([...server.events.keys()]).toEqual(['a']);
});

test('a view that is never counted is sent twenty times at most', async () => {
  const { calls } = fakeServer();
  let tries = 0;
  const sink = {
    ...calls,
    markView: async () => {
      tries += 1;
      return { counted: false };
    },
  };
  const queue = new EventQueue({ storage: localStorage, sink });
  queue.addView('s', 'film', 60_000);
  for (let times = 0; times < 25; times += 1) await queue.send('s');
  expect(tries).toBe(20);
  expect(hasWaitingEvents(localStorage)).toBe(false);
});

test('what cannot be read is dropped, and what is not the player’s is left alone', async () => {
  const { server, calls } = fakeServer();
  localStorage.setItem('marquee.playback.broken', '{');
  localStorage.setItem('marquee.sound', '{}');
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  queue.add('s', 'film', event('a'));
  await queue.send();
  expect([...server.events.keys()]).toEqual(['a']);
  expect(Object.keys(localStorage)).toEqual(['marquee.sound']);
});

test('a full storage loses events, and playback continues', () => {
  const { calls } = fakeServer();
  const storage = {
    ...{ length: 0, key: () => null, getItem: () => null, removeItem: jest.fn() },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  new EventQueue({ storage, sink: calls }).add('s', 'film', event('a'));
  expect(storage.removeItem).toHaveBeenCalledWith('marquee.playback.s');
});
