import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { OfferState } from '@marquee/contracts/festival/v1/tickets_pb';
import { RoomState } from '@marquee/contracts/realtime/v1/waiting_room_pb';
import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { type Answers, answerCalls, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as eventTickets from '../../routes/tickets/event-tickets.tsx';
import * as ticketSales from '../../routes/tickets/ticket-sales.tsx';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { passing, pauseTimeouts, settled } from '../../testing/paused-timeouts.ts';

const inMinutes = (minutes: number) => timestampFromDate(new Date(Date.now() + minutes * 60_000));
const event = {
  ...{ id: 'e1', festivalId: 'f1', festivalName: 'Lumen', name: 'Opening night', timeZone: 'Europe/Lisbon' },
  ...{ startTime: inMinutes(600), endTime: inMinutes(700), eventVirtual: true },
};
const type = { id: 't1', festivalId: 'f1', eventIds: ['e1'], name: 'Full price', price: 1_200n, limitPerCustomer: 4 };
const room = { opensAt: inMinutes(10), seedHash: 'ab'.repeat(32) };
const path = '/events/:eventId/tickets';
const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

function signedIn(hint = '1') {
  // biome-ignore lint/suspicious/noDocumentCookie: the hint beside the session is a cookie.
  document.cookie = `marquee-signed-in-${location.port || '80'}=${hint}`;
}
beforeEach(() => {
  sessionStorage.clear();
  signedIn();
});

/** Opens the page of an event; the waiting room gives these answers, the last one again and again. */
const open = (...answers: object[]) => openWith({ state: OfferState.ON_SALE, type }, answers);

async function openWith(
  offer: { state: OfferState; type: object },
  answers: object[],
  door: object = room,
  answering?: () => object,
) {
  let asked = 0;
  return openRoute(eventTickets, '/events/e1/tickets', {
    path,
    answers: {
      listTicketTypes: () => ({
        event,
        room: door,
        offers: [
          { ...offer, left: 11 },
          { type: { ...type, id: 't2', name: 'Balcony' }, state: OfferState.SOLD_OUT },
        ],
      }),
      listOwnWaits: () => ({}),
      joinWaitingList: ({ ticketTypeId }: { ticketTypeId: string }) => ({
        wait: { ticketTypeId, position: 1, waiting: 1 },
      }),
      enterWaitingRoom: () => {
        if (answering) return { now: inMinutes(0), ...answering() };
        asked += 1;
        return { now: inMinutes(0), ...answers[Math.min(asked, answers.length) - 1] };
      },
      leaveWaitingRoom: () => ({}),
      openTicketOrder: refusing(Code.FailedPrecondition, {
        reason: 'SOLD_OUT',
        message: 'These tickets are sold out.',
      }),
    },
  });
}

test('before the sale one enters for the draw, and sees how long it is until then [TIC-06:page]', async () => {
  const calls = await open({
    state: RoomState.REGISTERED,
    opensAt: room.opensAt,
    waiting: 2,
    askAgainMs: 30_000,
    receipt: 'r1',
  });
  expect(screen.queryByText('Full price')).toBeNull();
  expect(screen.getByText(room.seedHash)).toBeTruthy();
  await click('Enter the waiting room');
  expect(await screen.findByText('You are in')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^in (10 min 0|9 min \d+) s$/);
  expect(screen.getByText(/2 people are here\./)).toBeTruthy();
  expect(calls.sent('enterWaitingRoom')).toMatchObject([{ eventId: 'e1', receipt: '' }]);
});

test('who waits sees their place and how long it takes, and a reload keeps both [TIC-06:place]', async () => {
  sessionStorage.setItem('waiting-room:e1', 'r1');
  const waiting = { state: RoomState.WAITING, place: 1_250, waiting: 4_000, receipt: 'r1', askAgainMs: 30_000 };
  const calls = await open({ ...waiting, estimateSeconds: 290 });
  expect(await screen.findByText('1,250')).toBeTruthy();
  expect(screen.getByText(/about 5 minutes/)).toBeTruthy();
  expect(calls.sent('enterWaitingRoom')).toMatchObject([{ receipt: 'r1', again: false }]);
  await open({ ...waiting, place: 3, estimateSeconds: 20 });
  expect(await screen.findByText(/less than a minute/)).toBeTruthy();
  await open({ ...waiting, estimateSeconds: 20, askAgainMs: 1 }, { ...waiting, estimateSeconds: 200 });
  expect(await screen.findByText(/It takes longer than we said/)).toBeTruthy();
  await open({ ...waiting, restoringUntil: inMinutes(1) });
  expect(await screen.findByText(/The queue had a fault/)).toBeTruthy();
});

test('when it is one’s turn the tickets are shown, and the order brings the admission [TIC-06:turn]', async () => {
  const calls = await open(
    { state: RoomState.WAITING, place: 1, waiting: 1, receipt: 'r1', askAgainMs: 1 },
    { state: RoomState.ADMITTED, admission: 'token', admittedUntil: inMinutes(5), askAgainMs: 30_000 },
  );
  await click('Enter the waiting room');
  expect(await screen.findByText(/It is your turn\. Choose your tickets in time/)).toBeTruthy();
  await click('Buy for $12.00');
  expect(await screen.findByText('These tickets are sold out.')).toBeTruthy();
  expect(calls.sent('openTicketOrder')).toMatchObject([{ ticketTypeId: 't1', admission: 'token' }]);
});

test('who came in before the sale opened buys without a reload, or waits for what comes back [TIC-06:turn]', async () => {
  // A clock that is slow would say that the sale has not begun.
  const early = { state: OfferState.NOT_YET, type: { ...type, saleStart: room.opensAt } };
  const turn = { state: RoomState.ADMITTED, admission: 'token', admittedUntil: inMinutes(5), askAgainMs: 30_000 };
  const calls = await openWith(early, [turn]);
  await click('Enter the waiting room');
  await click('Buy for $12.00');
  expect(calls.sent('openTicketOrder')).toMatchObject([{ ticketTypeId: 't1', admission: 'token' }]);
  cleanup();
  await openWith(early, [{ state: RoomState.SOLD_OUT, waiting: 3, askAgainMs: 60_000 }]);
  expect(await screen.findAllByRole('button', { name: 'Join the waiting list' })).toHaveLength(2);
});

test('one joins the waiting list with the admission; once all is sold without one [TIC-05:waiting-list-page]', async () => {
  sessionStorage.setItem('waiting-room:e1', 'r1');
  const turn = { state: RoomState.ADMITTED, admission: 'token', admittedUntil: inMinutes(5), askAgainMs: 30_000 };
  const admitted = await open(turn);
  await screen.findByText('Balcony');
  await click('Join the waiting list');
  expect(await screen.findByText(/You are number 1 of 1 on the waiting list/)).toBeTruthy();
  expect(admitted.sent('joinWaitingList')).toMatchObject([{ ticketTypeId: 't2', admission: 'token' }]);
  const late = await open({ state: RoomState.SOLD_OUT, waiting: 3, askAgainMs: 60_000 });
  await screen.findByText(/All tickets are sold\./);
  // Also for what was on sale as the page was loaded.
  const [join] = screen.getAllByRole('button', { name: 'Join the waiting list' });
  await act(async () => void fireEvent.click(join as HTMLElement));
  expect(await screen.findByText(/You are number 1 of 1 on the waiting list/)).toBeTruthy();
  expect(late.sent('joinWaitingList')).toMatchObject([{ ticketTypeId: 't1', admission: '' }]);
});

test('who comes too late, or has left, reads so; leaving forgets the place', async () => {
  sessionStorage.setItem('waiting-room:e1', 'r1');
  await open({ state: RoomState.SOLD_OUT, waiting: 3, askAgainMs: 60_000 });
  expect(await screen.findByText(/All tickets are sold\./)).toBeTruthy();
  await click('Leave the waiting room');
  expect(await screen.findByRole('button', { name: 'Enter the waiting room' })).toBeTruthy();
  expect(sessionStorage.getItem('waiting-room:e1')).toBeNull();
  sessionStorage.setItem('waiting-room:e1', 'r1');
  const calls = await open(
    { state: RoomState.GONE },
    { state: RoomState.WAITING, place: 9, waiting: 9, askAgainMs: 30_000 },
  );
  await screen.findByText(/Your turn is over, or you have left/);
  await click('Wait again');
  expect(await screen.findByText('9')).toBeTruthy();
  expect(calls.sent('enterWaitingRoom')).toMatchObject([{ again: false }, { again: true }]);
});

test('a queue that cannot be reached says so and keeps the place; a visitor signs in first', async () => {
  sessionStorage.setItem('waiting-room:e1', 'r1');
  await openRoute(eventTickets, '/events/e1/tickets', {
    path,
    answers: {
      listTicketTypes: () => ({ event, room }),
      enterWaitingRoom: refusing(Code.Unavailable, {
        ...{ reason: 'WAITING_ROOM_UNAVAILABLE', message: 'We cannot reach the queue at the moment.' },
      }),
    },
  });
  expect((await screen.findByRole('alert')).textContent).toBe('We cannot reach the queue at the moment.');
  expect(sessionStorage.getItem('waiting-room:e1')).toBe('r1');
  sessionStorage.clear();
  signedIn('');
  await open();
  await click('Enter the waiting room');
  await waitFor(() => expect(sentTo()).toBe('/sign-in?returnTo=%2Fevents%2Fe1%2Ftickets'));
});

test('before the sale it says when that is, and how the order is drawn; later only that tickets are sold', async () => {
  await open();
  expect(screen.getByText(/^On sale from .+\.$/)).toBeTruthy();
  expect(screen.getByText(/everybody who is here by then takes part in a draw for the order/)).toBeTruthy();
  expect(screen.queryByText('Seed')).toBeNull();
  expect(screen.queryByText('Your number')).toBeNull();
  await openWith({ state: OfferState.ON_SALE, type }, [], { ...room, seed: 'cd'.repeat(32) });
  expect(screen.getByText('Tickets are on sale')).toBeTruthy();
  expect(screen.getByText(/Many people may be buying at once/)).toBeTruthy();
  expect(screen.getByText('cd'.repeat(32))).toBeTruthy();
});

describe('who has entered', () => {
  beforeEach(() => sessionStorage.setItem('waiting-room:e1', 'r1'));

  test('sees by the clock of the server that the hour has come [TIC-06:page]', async () => {
    await open({ state: RoomState.REGISTERED, opensAt: inMinutes(10), now: inMinutes(20), askAgainMs: 30_000 });
    expect(await screen.findByText('Drawing the order…')).toBeTruthy();
    // Nobody asks before their part of the lot is due, and each reads when that is.
    expect(screen.getByRole('timer').textContent).toMatch(/^in (30|29) s$/);
    await open({ state: RoomState.REGISTERED, opensAt: inMinutes(10), now: inMinutes(20), askAgainMs: 4_000 });
    expect(screen.queryByRole('timer')).toBeNull();
    await open({ state: RoomState.REGISTERED, opensAt: inMinutes(10), now: inMinutes(-20), askAgainMs: 30_000 });
    expect((await screen.findByRole('timer')).textContent).toMatch(/^in (30 min 0|29 min \d+) s$/);
    expect(screen.queryByText('Drawing the order…')).toBeNull();
  });

  test('reads nothing that nobody knows: no estimate while all is held or the queue is restored [TIC-06:estimate]', async () => {
    const waiting = { state: RoomState.WAITING, place: 2, waiting: 3, number: 255n, askAgainMs: 30_000 };
    await open(waiting);
    expect(await screen.findByText('We cannot say yet how long it takes. 3 people wait.')).toBeTruthy();
    expect(screen.getByText('00000000000ff')).toBeTruthy();
    await open({ ...waiting, estimateSeconds: 90, allHeld: true });
    expect(await screen.findByText(/All tickets that are left are being paid for right now/)).toBeTruthy();
    expect(screen.getByText('3 people wait.')).toBeTruthy();
    const slow = [
      { ...waiting, estimateSeconds: 20, askAgainMs: 1 },
      { ...waiting, place: 77, estimateSeconds: 81 },
    ];
    await open(...slow.map((one) => ({ ...one, restoringUntil: inMinutes(1) })));
    expect(await screen.findByText('77')).toBeTruthy();
    expect(screen.getByText(/The queue had a fault/)).toBeTruthy();
    expect(screen.getByText('3 people wait.')).toBeTruthy();
    expect(screen.queryByText(/It takes longer than we said/)).toBeNull();
  });

  test('is not worried by an estimate that grows by a minute or less [TIC-06:estimate]', async () => {
    const waiting = { state: RoomState.WAITING, place: 2, waiting: 3 };
    await open(
      { ...waiting, estimateSeconds: 60, askAgainMs: 1 },
      { ...waiting, estimateSeconds: 120, askAgainMs: 1 },
      { ...waiting, estimateSeconds: 121, askAgainMs: 30_000 },
    );
    expect(await screen.findByText(/about 3 minutes/)).toBeTruthy();
    expect(screen.queryByText(/It takes longer than we said/)).toBeNull();
  });

  test('can have a sound and a notification when it is their turn, once [TIC-06:turn]', async () => {
    const shown: string[] = [];
    class Notification {
      static permission = 'granted';
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(globalThis, { Notification });
    // Often, but not as often as a slow machine takes to show an answer: it would do nothing else.
    const askAgainMs = 50;
    let isTurn = false;
    const turn = { state: RoomState.ADMITTED, admission: 'token', admittedUntil: inMinutes(5), askAgainMs };
    const asked = await openWith({ state: OfferState.ON_SALE, type }, [], room, () =>
      isTurn ? turn : { state: RoomState.WAITING, place: 2, waiting: 3, askAgainMs },
    );
    await screen.findByText('Your place');
    await click('Tell me when it is my turn');
    expect(screen.getByText('You will hear a sound when it is your turn for Opening night.')).toBeTruthy();
    expect(shown).toEqual([]);
    isTurn = true;
    await screen.findByText(/It is your turn\. Choose your tickets in time/);
    const before = asked.sent('enterWaitingRoom').length;
    await waitFor(() => expect(asked.sent('enterWaitingRoom').length).toBeGreaterThan(before));
    expect(shown).toEqual(['It is your turn: Opening night']);
    // The next time it is asked for again.
    isTurn = false;
    expect(await screen.findByRole('button', { name: 'Tell me when it is my turn' })).toBeTruthy();
    Reflect.deleteProperty(globalThis, 'Notification');
  });

  test('waits again when their turn ended without an order [TIC-06:turn]', async () => {
    const calls = await open(
      { state: RoomState.ADMITTED, admission: 'token', admittedUntil: inMinutes(-1), askAgainMs: 30_000 },
      { state: RoomState.WAITING, place: 9, waiting: 9, askAgainMs: 30_000 },
    );
    await screen.findByText(/Your turn is over, or you have left/);
    await click('Wait again');
    expect(await screen.findByText('9')).toBeTruthy();
    expect(calls.sent('enterWaitingRoom')).toMatchObject([{ again: false }, { receipt: 'r1', again: true }]);
  });

  test('is asked before they give up a place, where the second click of a double click falls [TIC-06:page]', async () => {
    const calls = await open({ state: RoomState.WAITING, place: 2, waiting: 3, number: 255n, askAgainMs: 30_000 });
    await screen.findByText('Your place');
    await click('Leave the waiting room');
    const ask = await screen.findByRole('dialog', { name: 'Leave the waiting room?' });
    await act(async () => void fireEvent.click(within(ask).getByRole('button', { name: 'Stay' })));
    expect(sessionStorage.getItem('waiting-room:e1')).toBe('r1');
    await click('Leave the waiting room');
    const again = await screen.findByRole('dialog', { name: 'Leave the waiting room?' });
    await act(async () => void fireEvent.click(within(again).getByRole('button', { name: 'Leave the waiting room' })));
    expect(await screen.findByRole('button', { name: 'Enter the waiting room' })).toBeTruthy();
    expect(sessionStorage.getItem('waiting-room:e1')).toBeNull();
    expect(calls.sent('leaveWaitingRoom')).toHaveLength(1);
  });

  test('is asked for again as soon as their browser is online, and reads no time meanwhile [TIC-06:page]', async () => {
    let isOffline = false;
    const registered = { state: RoomState.REGISTERED, opensAt: inMinutes(-1), now: inMinutes(0), askAgainMs: 30_000 };
    const calls = await openWith({ state: OfferState.ON_SALE, type }, [], room, () =>
      isOffline ? failing() : registered,
    );
    expect(await screen.findByRole('timer')).toBeTruthy();
    isOffline = true;
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByRole('timer')).toBeNull();
    isOffline = false;
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('timer')).toBeTruthy();
    expect(calls.sent('enterWaitingRoom')).toHaveLength(3);
    cleanup();
    window.dispatchEvent(new Event('online'));
    expect(calls.sent('enterWaitingRoom')).toHaveLength(3);
  });

  test('stays in it when leaving fails, and reads so', async () => {
    await open({ state: RoomState.SOLD_OUT, waiting: 3, askAgainMs: 60_000 });
    await screen.findByText(/All tickets are sold\./);
    answerCalls({ leaveWaitingRoom: failing });
    await click('Leave the waiting room');
    expect((await screen.findByRole('alert')).textContent).toBe(TICKET_MESSAGES.queueUnavailable);
    expect(screen.getByRole('button', { name: 'Leave the waiting room' })).toBeTruthy();
    expect(sessionStorage.getItem('waiting-room:e1')).toBe('r1');
  });
});

describe('a queue that cannot be reached', () => {
  pauseTimeouts();

  test('is asked again after 4 seconds, then after twice as long, a minute at most, until it answers', async () => {
    sessionStorage.setItem('waiting-room:e1', 'r1');
    let isDown = true;
    const calls = await openWith({ state: OfferState.ON_SALE, type }, [], room, () =>
      isDown ? failing() : { state: RoomState.WAITING, place: 7, waiting: 9, askAgainMs: 5_000 },
    );
    await settled();
    const asked = () => calls.sent('enterWaitingRoom').length;
    expect(asked()).toBe(1);
    let times = 1;
    for (const seconds of [4, 8, 16, 32, 60, 60]) {
      await passing(seconds * 1_000 - 1);
      expect(asked()).toBe(times);
      await passing(1);
      times += 1;
      expect(asked()).toBe(times);
    }
    expect(screen.getByRole('alert').textContent).toBe(TICKET_MESSAGES.queueUnavailable);
    isDown = false;
    await passing(60_000);
    expect(screen.getByText('7')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    isDown = true;
    await passing(5_000);
    await passing(4_000);
    expect(asked()).toBe(times + 3);
  });

  test('is not asked again by who has to sign in first, nor by who left the page', async () => {
    sessionStorage.setItem('waiting-room:e1', 'r1');
    const signIn = refusing(Code.Unauthenticated, { reason: 'SIGN_IN_NEEDED', message: 'Please sign in.' });
    const stopped = await openWith({ state: OfferState.ON_SALE, type }, [], room, signIn);
    await settled();
    await passing(60_000);
    expect(stopped.sent('enterWaitingRoom')).toHaveLength(1);
    const left = await open({ state: RoomState.WAITING, place: 9, waiting: 9, askAgainMs: 5_000 });
    await settled();
    cleanup();
    await passing(60_000);
    expect(left.sent('enterWaitingRoom')).toHaveLength(1);
  });
});

describe('who sells an event', () => {
  const openSales = (waitingRoom: () => boolean, setWaitingRoom: Answers['setWaitingRoom']) =>
    openRoute(ticketSales, '/events/e1/tickets/sales', {
      path: '/events/:eventId/tickets/sales',
      viewer: aPerson(),
      answers: {
        listEventTicketTypes: () => ({ event, types: [], waitingRoom: waitingRoom() }),
        listPromoCodes: () => ({}),
        ...(setWaitingRoom && { setWaitingRoom }),
      },
    });

  test('turns its waiting room on and off', async () => {
    let isOn = false;
    const calls = await openSales(
      () => isOn,
      ({ on }) => {
        isOn = on;
        return { room };
      },
    );
    expect(screen.getByText(/^Turn it on before the sale opens/)).toBeTruthy();
    await click('Turn the waiting room on');
    expect(await screen.findByRole('button', { name: 'Turn the waiting room off' })).toBeTruthy();
    expect(screen.getByText(/^Buyers pass a waiting room\./)).toBeTruthy();
    await click('Turn the waiting room off');
    expect(await screen.findByRole('button', { name: 'Turn the waiting room on' })).toBeTruthy();
    expect(calls.sent('setWaitingRoom')).toMatchObject([
      { eventId: 'e1', on: true },
      { eventId: 'e1', on: false },
    ]);
  });

  test('reads that it was not saved, and the next try takes that back', async () => {
    let isRefused = true;
    await openSales(
      () => false,
      () => (isRefused ? failing() : { room }),
    );
    await click('Turn the waiting room on');
    expect(await screen.findByText('We failed to save this. Please try again.')).toBeTruthy();
    isRefused = false;
    await click('Turn the waiting room on');
    await waitFor(() => expect(screen.queryByText('We failed to save this. Please try again.')).toBeNull());
  });
});
