import 'fake-indexeddb/auto';
import { generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { ticketStatement } from '@marquee/rules/ticket-code';
import { answerCalls, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { refreshCurrentUser } from '../../layout/current-user.ts';
import * as doorsDesk from '../../routes/doors/doors-desk.tsx';
import * as scanRoute from '../../routes/doors/scan.tsx';
import { openRoute, openWithToasts } from '../../testing/open-route.tsx';
import { doing, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { DoorScreen } from './door-screen.tsx';
import { becomeDoor, type Decision, decide, forgetDoor, type KeptDoor, openDoorStore, readDoor } from './door-store.ts';
import { syncDoor } from './sync-door.ts';

// jsdom has none, as pages without https.
Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle });

const EVENT = '0198f5a2-0000-7000-8000-00000000000e';
const keys = generateKeyPairSync('ed25519');
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const idOf = (n: number) => `0198f5a2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const codeOf = (n: number, { generation = 1, eventId = EVENT, key = keys.privateKey } = {}) => {
  const { statement, signed } = ticketStatement({ userTicketId: idOf(n), eventId, generation });
  return Buffer.concat([statement, sign(null, signed, key)]).toString('base64url');
};
const event = { id: EVENT, festivalId: 'f1', name: 'Opening night', timeZone: 'Europe/Lisbon' };
const at = (hour: number) => timestampFromDate(new Date(Date.UTC(2026, 10, 28, hour)));
const door = { id: 'd1', eventId: EVENT, name: 'Main entrance' };
const kept: KeptDoor = {
  ...{ id: 'd1', name: 'Main entrance', credential: 'secret', eventId: EVENT, eventName: 'Opening night' },
  ...{ startTime: '2026-11-28T20:00:00.000Z', timeZone: 'Europe/Lisbon', publicKey, scansAfter: 0n, changesState: 0n },
  ...{ offsetMs: 0, admitted: 0, tickets: 9, syncedAt: 0, shutOutDoorIds: [], refusal: '' },
};

const synced = (more: object = {}) => ({
  ...{ door, event, publicKey, admitted: 0, tickets: 9, serverTime: timestampFromDate(new Date()), ...more },
});
const elsewhere = (n: number, id = `s${n}`) => ({
  ...{ id, number: BigInt(n), userTicketId: idOf(n), generation: 1, scannedAt: at(20) },
  ...{ doorId: 'd2', doorName: 'Side entrance' },
});

const store = openDoorStore();
afterEach(async () => forgetDoor(await store));

/** The page of a device that is a door already. */
async function openDoorPage(answers: Parameters<typeof openRoute>[2]['answers'], more: Partial<KeptDoor> = {}) {
  await becomeDoor(await store, { ...kept, ...more });
  const calls = await openRoute(scanRoute, '/scan', { path: '/scan', answers });
  await screen.findByRole('heading', { name: 'Opening night' });
  return calls;
}

async function scan(code: string) {
  fireEvent.change(screen.getByLabelText(/^Code/), { target: { value: code } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Check' })));
}

test('a device becomes a door by its event and a name, and keeps the secret that it is given [FES-11:setup]', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hint beside the session is a cookie.
  document.cookie = `marquee-signed-in-${location.port || '80'}=1`;
  const calls = await openRoute(scanRoute, '/scan', {
    path: '/scan',
    answers: {
      getCurrentUser: () => ({ user: aPerson() }),
      listDoorEvents: () => ({ events: [event] }),
      openDoor: () => ({ door, credential: 'secret' }),
      syncDoor: () => synced(),
    },
  });
  await act(refreshCurrentUser);
  fireEvent.change(await screen.findByLabelText('Name of this device'), { target: { value: 'x' } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Use this device as a door' })));
  expect(await screen.findByText('Please enter a name of 2 to 40 characters.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Name of this device'), { target: { value: 'Main entrance' } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Use this device as a door' })));
  expect(await screen.findByRole('heading', { name: 'Opening night' })).toBeTruthy();
  expect(calls.sent('openDoor')).toMatchObject([{ eventId: EVENT, name: 'Main entrance' }]);
  await waitFor(() => expect(calls.sent('syncDoor')[0]).toMatchObject({ doorId: 'd1', credential: 'secret' }));
});

describe('a door', () => {
  test('says yes once, and each no in its own words, without asking anybody [TIC-07:answers]', async () => {
    const known = {
      scans: [elsewhere(2)],
      changes: [
        { userTicketId: idOf(3), generation: 2, valid: true },
        { userTicketId: idOf(4), generation: 2, valid: false },
      ],
      changesState: 4n,
    };
    let isOffline = false;
    const calls = await openDoorPage({
      syncDoor: () => (isOffline ? refusing(Code.Unavailable, {})() : synced(known)),
    });
    await screen.findByText('In step with the other doors.');
    await scan('  ');
    expect(screen.queryByText('Not a ticket')).toBeNull();
    isOffline = true;
    const others = generateKeyPairSync('ed25519').privateKey;
    for (const [code, title, text] of [
      [codeOf(1), 'Welcome in', 'The ticket is valid.'],
      [codeOf(1), 'Already in', /^Since .*, by Main entrance\.$/],
      [codeOf(2), 'Already in', 'Since 08:00 PM, by Side entrance.'],
      [codeOf(3), 'No longer valid', 'This ticket was passed on. Ask for the new code of who has it now.'],
      [codeOf(3, { generation: 2 }), 'Welcome in', 'The ticket is valid.'],
      [codeOf(4), 'Given back', 'This ticket was given back for its money.'],
      [codeOf(5, { eventId: idOf(77) }), 'Another event', 'This ticket is not for Opening night.'],
      [codeOf(6, { key: others }), 'Not genuine', 'This code was not made by Marquee.'],
      ['hello', 'Not a ticket', 'This is not the code of a ticket.'],
    ] as const) {
      await scan(code);
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.getByText(title)).toBeTruthy();
    }
    expect(await screen.findByText(/2 scans wait to be sent\./)).toBeTruthy();
    expect(calls.sent('syncDoor').length).toBeGreaterThan(0);
  });

  test('sends what it has scanned until the server has it, with its clock and what it knows of it [TIC-07:sending]', async () => {
    let fails = 1;
    const calls = await openDoorPage(
      {
        syncDoor: (request) => {
          if (request.scans.length > 0 && fails > 0) {
            fails -= 1;
            return refusing(Code.Unavailable, {})();
          }
          return synced({ keptIds: request.scans.map(({ id }) => id) });
        },
      },
      { offsetMs: 3_600_000 },
    );
    await scan(codeOf(1));
    expect(await screen.findByText(/1 scan waits to be sent\./)).toBeTruthy();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sync now' })));
    await waitFor(() => expect(screen.queryByText(/waits to be sent/)).toBeNull());
    const sent = calls.sent('syncDoor').flatMap(({ scans }) => scans as { id: string; code: string }[]);
    expect(sent.length).toBeGreaterThanOrEqual(2);
    expect(new Set(sent.map(({ id, code }) => `${id} ${code}`)).size).toBe(1);
    expect(sent[0]?.code).toBe(codeOf(1));
  });

  test('learns that another one let the same ticket in, and shows both [TIC-07:learned]', async () => {
    let isScanned = false;
    await openDoorPage({
      syncDoor: ({ scans: given }) => {
        isScanned ||= given.length > 0;
        return synced({ keptIds: given.map(({ id }) => id), scans: isScanned ? [elsewhere(1)] : [] });
      },
    });
    await screen.findByText('In step with the other doors.');
    await scan(codeOf(1));
    const region = await screen.findByRole('region', { name: 'Let in twice' });
    expect(within(region).getByText(/Side entrance$/)).toBeTruthy();
    expect(within(region).getByText(/Main entrance$/)).toBeTruthy();
  });

  test.each([
    [Code.PermissionDenied, 'DOOR_SHUT_OUT', /^This device was shut out by the team\./],
    [Code.FailedPrecondition, 'DOOR_OVER', /^This event ended more than 30 days ago\./],
    [Code.NotFound, 'DOOR_NOT_FOUND', /^The server does not know this device any more\./],
    [Code.NotFound, '', /^The server does not know this device any more\./],
  ])('that the server takes nothing from says why: %s %s', async (code, reason, text) => {
    const { sent } = await openDoorPage({ syncDoor: refusing(code, { reason }) });
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(screen.queryByText(/^Without a connection\./)).toBeNull();
    expect(sent('syncDoor').length).toBeGreaterThan(0);
  });

  test('asks on while there is more, from where it is, and shows what it has heard', async () => {
    const answers = [
      synced({ scans: [elsewhere(7)], more: true, admitted: 1 }),
      synced({ admitted: 4, event: { ...event, name: 'Closing night' } }),
    ];
    const { sent } = await openDoorPage({ syncDoor: () => answers.shift() ?? synced({ admitted: 4 }) });
    expect(await screen.findByText('4 of 9 in')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Closing night' })).toBeTruthy();
    expect(sent('syncDoor').map(({ scansAfter }) => scansAfter)).toEqual([0n, 7n]);
    expect(screen.getByText(/^Last heard of the server:/)).toBeTruthy();
  });

  test('tries again when the network or the person comes back, and says that it opens with a connection only', async () => {
    let isOffline = true;
    await openDoorPage({ syncDoor: () => (isOffline ? refusing(Code.Unavailable, {})() : synced()) });
    expect(await screen.findByText(/^Without a connection\./)).toBeTruthy();
    expect(screen.getByText('The server was not heard of yet.')).toBeTruthy();
    expect(await screen.findByText('This page does not open without a connection: keep it open.')).toBeTruthy();
    isOffline = false;
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('In step with the other doors.')).toBeTruthy();
    isOffline = true;
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText(/^Without a connection\./)).toBeTruthy();
  });

  test('is left for another one after a question that names what would be lost', async () => {
    await openDoorPage({ syncDoor: () => synced(), listDoorEvents: () => ({ events: [] }) });
    await screen.findByText('In step with the other doors.');
    await scan('  ');
    expect(screen.getByText('Hold the code of a ticket into the picture.')).toBeTruthy();
    await scan(codeOf(1));
    await screen.findByText(/1 scan waits to be sent\./);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Another door' })));
    const dialog = within(await screen.findByRole('dialog', { name: 'Use this device for another door?' }));
    expect(dialog.getByText('1 scan was not sent yet and would be lost.')).toBeTruthy();
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Forget this door' })));
    expect(await screen.findByText('No event needs you at its door')).toBeTruthy();
  });

  test('that never had a connection lets nobody in', async () => {
    await openDoorPage({ syncDoor: refusing(Code.Unavailable, {}) }, { publicKey: '' });
    expect(
      await screen.findByText('This device needs a connection once, to learn how tickets are proven.'),
    ).toBeTruthy();
    expect(screen.queryByLabelText(/^Code/)).toBeNull();
  });
});

describe('a device that is no door yet', () => {
  const open = async (answers: Parameters<typeof openRoute>[2]['answers'], isSignedIn = true) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the hint beside the session is a cookie.
    document.cookie = `marquee-signed-in-${location.port || '80'}=1; max-age=${isSignedIn ? 60 : 0}`;
    const calls = await openRoute(scanRoute, '/scan', {
      path: '/scan',
      answers: { getCurrentUser: () => ({ user: aPerson() }), ...answers },
    });
    await act(refreshCurrentUser);
    return calls;
  };

  test('of a visitor leads to the sign-in, and back', async () => {
    await open({}, false);
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe('/sign-in?returnTo=%2Fscan');
  });

  test('says so when no event needs somebody, and looks again', async () => {
    let events: object[] | undefined;
    await open({ listDoorEvents: () => (events ? { events } : refusing(Code.Unavailable, {})()) });
    expect(await screen.findByText('We failed to load your events.')).toBeTruthy();
    events = [];
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
    expect(await screen.findByText('No event needs you at its door')).toBeTruthy();
    events = [{ ...event, startTime: at(20) }];
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Look again' })));
    const option = await screen.findByRole('option', { name: /^Opening night, Nov 28, 2026 at 08:00\sPM/ });
    expect(option.getAttribute('value')).toBe(EVENT);
  });
});

test('a desk without doors says how one begins, and a device that could not be shut out stays', async () => {
  const open = (more: object) =>
    openWithToasts(doorsDesk, `/user/orgs/f1/events/${EVENT}/doors`, {
      path: '/user/orgs/:festivalId/events/:eventId/doors',
      viewer: aPerson(),
      answers: { listDoors: () => ({ event, tickets: 0, ...more }), shutOutDoor: refusing(Code.Unavailable, {}) },
    });
  await open({});
  expect(await screen.findByText('No doors yet')).toBeTruthy();
  expect(screen.getByText('0 of 0 in')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Let in twice' })).toBeNull();
  await open({ doors: [door] });
  expect(await screen.findByText(/Not heard of yet/)).toBeTruthy();
  expect(screen.queryByText(/What it scanned before stays/)).toBeNull();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Shut out' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shut out Main entrance?' }));
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Shut out' })));
  await seeToast('We failed to shut the device out. Please try again.');
  expect(dialog.queryByRole('button', { busy: true })).toBeNull();
  expect(screen.queryByText('Main entrance was shut out.')).toBeNull();
});

test('the team sees its doors, who is in and what was let in twice, and shuts a device out [FES-11:desk]', async () => {
  const doors = [
    { ...door, scans: 2, syncedAt: at(20) },
    { ...door, id: 'd2', name: 'Side entrance', scans: 1, shutOutAt: at(21) },
  ];
  const conflicts = [
    {
      userTicketId: idOf(1),
      ticketTypeName: 'Guest',
      scans: [elsewhere(1), { ...elsewhere(1, 'x'), doorName: 'Main entrance' }],
    },
  ];
  const calls = await openWithToasts(doorsDesk, `/user/orgs/f1/events/${EVENT}/doors`, {
    path: '/user/orgs/:festivalId/events/:eventId/doors',
    viewer: aPerson(),
    answers: {
      listDoors: () => ({ event, version: 3n, doors, admitted: 2, tickets: 9, conflicts, conflictCount: 1 }),
      shutOutDoor: () => ({ door: doors[0] }),
    },
  });
  expect(await screen.findByText('2 of 9 in')).toBeTruthy();
  expect(screen.getByText(/What it scanned before stays\./)).toBeTruthy();
  expect(screen.getByText('Guest, ticket ending in 000001')).toBeTruthy();
  const buttons = screen.getAllByRole('button', { name: 'Shut out' });
  expect(buttons).toHaveLength(1);
  await act(async () => void fireEvent.click(buttons[0] as HTMLElement));
  const dialog = await screen.findByRole('dialog', { name: 'Shut out Main entrance?' });
  await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Shut out' })));
  await seeToast('Main entrance was shut out.');
  expect(calls.sent('shutOutDoor')).toMatchObject([{ doorId: 'd1' }]);
});

describe('the screen of a door', () => {
  const state = { door: kept, waiting: 0, conflicts: [], result: 'DONE' as const };
  const show = (more: object = {}, check: (code: string) => Promise<Decision> = failing) =>
    showPage(<DoorScreen state={{ ...state, ...more }} check={check} refresh={() => {}} leave={() => {}} />);
  const leaving = async () => {
    await press('Another door');
    return within(await screen.findByRole('dialog', { name: 'Use this device for another door?' }));
  };

  test('says that a scan could not be kept, until one is, and is felt as a yes or a no [TIC-07:answers]', async () => {
    const felt: unknown[] = [];
    const vibrate = (pattern: unknown) => felt.push(pattern) > 0;
    Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
    const answers = [failing, () => ({ verdict: 'ADMITTED' }), () => ({ verdict: 'FORGED' })];
    await show({}, async () => answers.shift()?.() as Decision);
    await scan('first');
    const broken = 'This device could not keep the scan. Let nobody in by it: reload the page.';
    expect((await screen.findByRole('alert')).textContent).toContain(broken);
    expect(felt).toEqual([]);
    await scan('second');
    expect(await screen.findByText('Welcome in')).toBeTruthy();
    expect(screen.queryByText(broken)).toBeNull();
    await scan('third');
    expect(await screen.findByText('Not genuine')).toBeTruthy();
    expect(felt).toEqual([80, [200, 80, 200]]);
    Object.defineProperty(navigator, 'vibrate', { value: undefined, configurable: true });
  });

  test.each([
    ['that has sent everything', {}],
    ['from which the server takes nothing', { waiting: 2, door: { ...kept, refusal: 'DOOR_OVER' } }],
  ])('of a device %s loses nothing when it is left', async (_what, more) => {
    await show(more);
    const dialog = await leaving();
    expect(dialog.getByText('It forgets this event. Everything was sent.')).toBeTruthy();
    expect(dialog.queryByText(/would be lost/)).toBeNull();
  });

  test('opens without a connection once its page is kept', async () => {
    const postMessage = (_asked: object, [port]: MessagePort[]) => port?.postMessage('kept');
    const value = { ready: Promise.resolve({ active: { postMessage } }) };
    Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
    Object.defineProperty(performance, 'getEntriesByType', { value: () => [], configurable: true });
    await show();
    expect(await screen.findByText('This page opens without a connection.')).toBeTruthy();
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined, configurable: true });
  });

  test('of a browser that keeps nothing says so', async () => {
    const spied = jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('A private window keeps nothing.', 'InvalidStateError');
    });
    await openRoute(scanRoute, '/scan', { path: '/scan', answers: {} });
    expect(await screen.findByText('This browser keeps nothing')).toBeTruthy();
    spied.mockRestore();
  });
});

describe('a door in step with the server', () => {
  const scanned = async (count: number) => {
    for (let n = 1; n <= count; n += 1) {
      const statement = { userTicketId: idOf(n), eventId: EVENT, generation: 1 };
      await decide(await store, { code: `code ${n}`, statement, isGenuine: true }, n);
    }
  };

  test.each([
    [99, [99]],
    [100, [100, 0]],
    [101, [100, 1]],
  ])('sends %i scans in requests of at most 100', async (count, lengths) => {
    await becomeDoor(await store, kept);
    await scanned(count);
    const { sent } = answerCalls({ syncDoor: ({ scans }) => synced({ keptIds: scans.map(({ id }) => id) }) });
    expect(await syncDoor(await store)).toBe('DONE');
    expect(sent('syncDoor').map(({ scans }) => (scans as unknown[]).length)).toEqual(lengths);
  });

  test('takes on the clock of the server, and keeps the changes that it knows where there are none [TIC-07:sending]', async () => {
    await becomeDoor(await store, kept);
    const changes = [{ userTicketId: idOf(1), generation: 1, valid: false }];
    const serverTime = timestampFromDate(new Date(Date.now() + 7_200_000));
    const answers = [
      synced({ changes, changesState: 4n, serverTime }),
      synced({ changesState: 4n, serverTime: undefined }),
    ];
    answerCalls({ syncDoor: () => answers.shift() ?? {} });
    await syncDoor(await store);
    await syncDoor(await store);
    expect(answers).toEqual([]);
    const offset = (await readDoor(await store))?.offsetMs ?? 0;
    expect([offset > 7_000_000, offset < 7_400_000]).toEqual([true, true]);
    const statement = { userTicketId: idOf(1), eventId: EVENT, generation: 1 };
    const decision = await decide(await store, { code: 'c', statement, isGenuine: true }, 1);
    expect(decision.verdict).toBe('REFUNDED');
  });

  test('asks nothing where it is no door any more, while its page is hidden, and once that is left', async () => {
    const { sent: asked } = answerCalls({ syncDoor: () => synced() });
    await forgetDoor(await store);
    expect(await syncDoor(await store)).toBe('DONE');
    expect(asked('syncDoor')).toEqual([]);
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    const { sent } = await openDoorPage({ syncDoor: () => synced() });
    await screen.findByText('In step with the other doors.');
    const count = sent('syncDoor').length;
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await act(async () => void (await syncDoor(await store)));
    await act(async () => void (await syncDoor(await store)));
    expect(sent('syncDoor')).toHaveLength(count + 2);
    cleanup();
    window.dispatchEvent(new Event('online'));
    await syncDoor(await store);
    await syncDoor(await store);
    expect(sent('syncDoor')).toHaveLength(count + 4);
    Reflect.deleteProperty(document, 'visibilityState');
  });
});

test('a device that was shut out stands there so, and an older answer changes nothing [FES-11:desk]', async () => {
  const side = { ...door, id: 'd2', name: 'Side entrance' };
  const now = { version: 3n, doors: [door, side] };
  await openWithToasts(doorsDesk, `/user/orgs/f1/events/${EVENT}/doors`, {
    path: '/user/orgs/:festivalId/events/:eventId/doors',
    viewer: aPerson(),
    answers: {
      listDoors: () => ({ event, tickets: 9, conflicts: [], ...now }),
      shutOutDoor: () => ({ door }),
    },
  });
  await screen.findByText('Main entrance');
  const shutOut = async (name: string) => {
    await doing(() => fireEvent.click(screen.getAllByRole('button', { name: 'Shut out' })[0] as HTMLElement));
    const dialog = within(await screen.findByRole('dialog', { name: `Shut out ${name}?` }));
    await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Shut out' })));
    await seeToast(`${name} was shut out.`);
  };
  now.doors = [{ ...door, shutOutAt: at(21) } as typeof door, side];
  await shutOut('Main entrance');
  expect(await screen.findByText(/^Shut out Nov 28, 2026/)).toBeTruthy();
  now.version = 2n;
  now.doors = [door, side];
  await shutOut('Side entrance');
  expect(screen.getAllByText(/^Shut out Nov 28, 2026/)).toHaveLength(1);
});
