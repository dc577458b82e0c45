import 'fake-indexeddb/auto';
import { generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ticketStatement } from '@marquee/rules/ticket-code';
import { refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { refreshCurrentUser } from '../../layout/current-user.ts';
import * as doorsDesk from '../../routes/doors/doors-desk.tsx';
import * as scanRoute from '../../routes/doors/scan.tsx';
import { openRoute, openWithToasts } from '../../testing/open-route.tsx';
import { seeToast } from '../../testing/show-page.tsx';
import { becomeDoor, forgetDoor, type KeptDoor, openDoorStore } from './door-store.ts';

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
