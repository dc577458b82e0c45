import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { ExportState } from '@marquee/contracts/identity/v1/personal_data_pb';
import { OWN_DATA_MESSAGES } from '@marquee/rules/own-data';
import { failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';
import { CloseAccount } from '../../features/own-data/close-account.tsx';
import { ExportData } from '../../features/own-data/export-data.tsx';
import { documentLoads } from '../../testing/document-loads.ts';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import * as closeAccount from './settings-close-account.tsx';
import * as exportData from './settings-export.tsx';

/** Only intervals are those of the test. */
const REAL = [
  ...['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  ...['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
] as never[];
const at = (day: string) => timestampFromDate(new Date(`2026-${day}T12:00:00Z`));
const waiting = { id: 'e1', state: ExportState.WAITING, requestedAt: at('11-20') };
const ready = {
  ...{ id: 'e1', state: ExportState.READY, requestedAt: at('11-20'), sizeBytes: 3_400_000n },
  ...{ finishedAt: at('11-20'), expiresAt: at('11-27') },
};
const closing = { typed: 'EMAIL', closingAt: at('11-20'), keepUntil: at('12-04'), doneBy: at('12-20') };

describe.each([
  ['/settings/export', exportData, 'Export my data'],
  ['/settings/close-account', closeAccount, 'Close account'],
] as const)('%s', (path, route, title) => {
  test('is for who is signed in; a visitor signs in and comes back', async () => {
    await openRoute(route, path, { path });
    await waitFor(() => expect(sentTo()).toBe(`/sign-in?returnTo=${encodeURIComponent(path)}`));
    await openRoute(route, path, { path, viewer: aPerson() });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  });
});

test('an export is asked for after a question, and said to be made [SET-12:screen]', async () => {
  let answer: object = {};
  const { sent } = await showPage(<ExportData />, {
    viewer: aPerson(),
    answers: {
      getExport: () => answer,
      requestExport: () => {
        answer = { export: waiting };
        return answer;
      },
    },
  });
  expect(await screen.findByText('You have no export at the moment.')).toBeTruthy();
  await press('Ask for an export');
  expect(sent('requestExport')).toEqual([]);
  await press('Export my data');
  expect(await screen.findByText(/We are making the export that you asked for on Nov 20, 2026/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask for an export' })).toBeNull();
});

test('a finished export is downloaded until its day; the next one has to wait [SET-12:screen]', async () => {
  const { sent } = await showPage(<ExportData />, {
    viewer: aPerson(),
    answers: { getExport: () => ({ export: ready, nextAt: at('11-21') }), openExport: () => ({}) },
  });
  expect(
    await screen.findByText(/is ready \(3\.4 MB\)\. You can download it until Nov 27, 2026 at \d{1,2}:\d{2} [AP]M\./),
  ).toBeTruthy();
  await press('Download my data');
  await waitFor(() => expect(documentLoads).toEqual(['/exports/e1']));
  expect(sent('openExport')).toMatchObject([{ exportId: 'e1' }]);
  expect(screen.getByText(/You can ask for the next one after Nov 21, 2026/)).toBeTruthy();
});

test('a page that waits for an export looks for it every ten seconds, until it is there [SET-12:screen]', async () => {
  jest.useFakeTimers({ doNotFake: REAL });
  try {
    let answer: object = { export: waiting };
    const { sent } = await showPage(<ExportData />, { viewer: aPerson(), answers: { getExport: () => answer } });
    await screen.findByText(/We are making the export/);
    const looks = () => sent('getExport').length;
    const pass = (ms: number) => doing(() => jest.advanceTimersByTimeAsync(ms));
    const before = looks();
    await pass(9_999);
    expect(looks()).toBe(before);
    answer = { export: ready };
    await pass(1);
    expect(await screen.findByRole('button', { name: 'Download my data' })).toBeTruthy();
    expect(looks()).toBe(before + 1);
    await pass(20_000);
    expect(looks()).toBe(before + 1);
  } finally {
    jest.useRealTimers();
  }
});

test('a failed export says so and can be asked for again; what is refused is said [SET-12:screen]', async () => {
  await showPage(<ExportData />, {
    viewer: aPerson(),
    answers: {
      getExport: () => ({ export: { ...waiting, state: ExportState.FAILED } }),
      requestExport: () => failing(),
    },
  });
  expect(await screen.findByText('We failed to make your export. Please try again.')).toBeTruthy();
  await press('Ask for an export');
  await press('Export my data');
  await seeToast('We failed to make your export. Please try again.');
});

test.each([
  [
    'an export',
    <ExportData key="e" />,
    'getExport',
    'We failed to load your export.',
    'You have no export at the moment.',
  ],
  ['a closing', <CloseAccount key="c" />, 'getClosing', 'We failed to load your account.', 'What happens'],
] as const)('%s that could not be loaded is asked for again', async (_what, page, method, failed, loaded) => {
  let isUp = false;
  await showPage(page, {
    viewer: aPerson(),
    answers: { [method]: () => (isUp ? { typed: 'EMAIL' } : failing()) },
  });
  await screen.findByText(failed);
  isUp = true;
  await press('Try again');
  expect(await screen.findByText(loaded)).toBeTruthy();
});

test('closing says what happens, needs the typed address, says when it failed, and then until when it can be kept [SET-05]', async () => {
  const answer = later<object>();
  const { sent } = await showPage(<CloseAccount />, {
    viewer: aPerson(),
    answers: {
      getClosing: () => ({ typed: 'EMAIL' }),
      closeOwnAccount: inTurn<unknown[], unknown>(failing, answer.answer) as never,
    },
  });
  expect(await screen.findByText(/For 14 days you can change your mind/)).toBeTruthy();
  await press('Close my account');
  expect(await screen.findByText('Please type the email of your account.')).toBeTruthy();
  expect(sent('closeOwnAccount')).toEqual([]);
  await type('Type the email of your account', 'ada@example.com');
  await press('Close my account');
  await seeToast('We failed to close your account.');
  await press('Close my account');
  const asked = expect.objectContaining({ typed: 'ada@example.com' });
  await waitFor(() => expect(sent('closeOwnAccount')).toEqual([asked, asked]));
  await answer.resolve({ keepUntil: at('12-04'), doneBy: at('12-20') });
  expect(await screen.findByText(/You can keep your account until Dec 04, 2026/)).toBeTruthy();
});

test('a failure says that the account was not closed, and what was typed stays [SET-05:failed]', async () => {
  let refusal: () => never = failing;
  await showPage(<CloseAccount />, {
    viewer: aPerson(),
    answers: { getClosing: () => ({ typed: 'PHONE' }), closeOwnAccount: () => refusal() },
  });
  await screen.findByText('What happens');
  await type('Type the phone number of your account', '+351 912');
  await press('Close my account');
  await seeToast('We failed to close your account.');
  expect((screen.getByLabelText('Type the phone number of your account') as HTMLInputElement).value).toBe('+351 912');
  refusal = refusing(Code.InvalidArgument, { fields: [{ field: 'typed', message: 'This is not it.' }] });
  await press('Close my account');
  expect(await screen.findByText('This is not it.')).toBeTruthy();
});

test('an account that is closing is kept by a button; a failure is said [SET-05:undo-screen]', async () => {
  let isUp = false;
  let answer: object = closing;
  await showPage(<CloseAccount />, {
    viewer: aPerson(),
    answers: {
      getClosing: () => answer,
      keepOwnAccount: () => {
        if (!isUp) return failing();
        answer = { typed: 'EMAIL' };
        return {};
      },
    },
  });
  expect(await screen.findByText(/You can keep it until Dec 04, 2026/)).toBeTruthy();
  await press('Keep my account');
  await seeToast('We failed to keep your account. Please try again.');
  isUp = true;
  await press('Keep my account');
  await seeToast('Your account stays open. Welcome back.');
  expect(await screen.findByText('What happens')).toBeTruthy();
});

test.each([
  [99n, '0.1 kB'],
  [9_940n, '9.9 kB'],
  [999_999n, '1000 kB'],
  [1_000_000n, '1.0 MB'],
  [12_400_000_000n, '12 GB'],
  [5_000_000_000_000n, '5000 GB'],
])('an export of %s bytes has a size that can be read', async (sizeBytes, size) => {
  await showPage(<ExportData />, {
    viewer: aPerson(),
    answers: { getExport: () => ({ export: { ...ready, sizeBytes } }) },
  });
  expect(await screen.findByText(new RegExp(`is ready \\(${size}\\)\\.`))).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ask for an export' })).toBeTruthy();
});

test('an export that could not be opened says so, and the page stays [SET-12:screen]', async () => {
  await showPage(<ExportData />, {
    viewer: aPerson(),
    answers: { getExport: () => ({ export: ready }), openExport: failing },
  });
  await screen.findByRole('button', { name: 'Download my data' });
  await press('Download my data');
  await seeToast(OWN_DATA_MESSAGES.openFailed);
  expect(documentLoads).toEqual([]);
});

test('a phone number is asked for where the account has no email, until something is typed [SET-05:screen]', async () => {
  const { sent } = await showPage(<CloseAccount />, {
    viewer: aPerson(),
    answers: {
      getClosing: () => ({ typed: 'PHONE' }),
      closeOwnAccount: refusing(Code.FailedPrecondition, { reason: 'LAST_ADMIN', message: 'Name another first.' }),
    },
  });
  await screen.findByText('What happens');
  await press('Close my account');
  const missing = 'Please type the phone number of your account.';
  expect(screen.getByText(missing)).toBeTruthy();
  expect(sent('closeOwnAccount')).toEqual([]);
  await type('Type the phone number of your account', '+351 912');
  expect(screen.queryByText(missing)).toBeNull();
  await press('Close my account');
  await seeToast('We failed to close your account. Name another first.');
});
