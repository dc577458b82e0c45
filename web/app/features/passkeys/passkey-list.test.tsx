import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { PASSKEY_LIMITS, PASSKEY_MESSAGES } from '@marquee/rules/passkeys';
import { failing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import es from '../../language/generated/es.json' with { type: 'json' };
import type { Messages } from '../../language/plain-message.ts';
import { learn, speak } from '../../language/words.ts';
import { dialogGone, doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { SetUpByLink } from './set-up-by-link.tsx';
import { SignInWithPasskey } from './sign-in-with-passkey.tsx';

const at = (day: string) => timestampFromDate(new Date(`2026-11-${day}T12:00:00Z`));
const laptop = { id: 'p1', name: 'Laptop', createdAt: at('20'), lastUsedAt: at('22'), synced: true };
const key = { id: 'p2', name: 'Blue key', createdAt: at('21'), synced: false };

const lines = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('passkeys are listed with their names and last use, after loading [AUT-17:manage]', async () => {
  const answer = later<object>();
  await showPage(<PasskeyList />, { viewer: aPerson(), answers: { listPasskeys: answer.answer } });
  expect(screen.getByText('Loading your passkeys')).toBeTruthy();
  await answer.resolve({ passkeys: [laptop, key] });
  await screen.findByText('Laptop');
  expect(lines('Passkeys')).toEqual([
    'LaptopAdded Nov 20, 2026, last used Nov 22, 2026On your other devices tooRenameRemove',
    'Blue keyAdded Nov 21, 2026, never used to sign inRenameRemove',
  ]);
});

test('passkeys that could not be loaded are asked for again; without any it says so [AUT-17:manage]', async () => {
  let isUp = false;
  await showPage(<PasskeyList />, {
    viewer: aPerson(),
    answers: { listPasskeys: () => (isUp ? {} : failing()) },
  });
  await screen.findByText('We failed to load your passkeys.');
  isUp = true;
  await press('Try again');
  expect(await screen.findByText('You have no passkeys yet.')).toBeTruthy();
});

test('a passkey is renamed; an empty name is refused and what was typed stays [AUT-17:manage]', async () => {
  let name = 'Laptop';
  const { sent } = await showPage(<PasskeyList />, {
    viewer: aPerson(),
    answers: {
      listPasskeys: () => ({ passkeys: [{ ...laptop, name }] }),
      renamePasskey: (request: { name: string }) => {
        name = request.name;
        return {};
      },
    },
  });
  await screen.findByText('Laptop');
  await press('Rename: Laptop');
  await type('Name', '  ');
  await press('Save');
  expect(await screen.findByText('Please enter a name.')).toBeTruthy();
  expect(sent('renamePasskey')).toEqual([]);
  await type('Name', 'Old laptop');
  await press('Save');
  expect(await screen.findByText('Old laptop')).toBeTruthy();
  expect(sent('renamePasskey')).toEqual([expect.objectContaining({ passkeyId: 'p1', name: 'Old laptop' })]);
  await dialogGone();
});

test('removing asks first; a failure is said and the passkey stays [AUT-17:manage]', async () => {
  let isUp = false;
  let passkeys = [laptop, key];
  await showPage(<PasskeyList />, {
    viewer: aPerson(),
    answers: {
      listPasskeys: () => ({ passkeys }),
      removePasskey: ({ passkeyId }: { passkeyId: string }) => {
        if (!isUp) return failing();
        passkeys = passkeys.filter(({ id }) => id !== passkeyId);
        return {};
      },
    },
  });
  await screen.findByText('Laptop');
  await press('Remove: Laptop');
  await press('Remove');
  await seeToast('We failed to remove the passkey.');
  isUp = true;
  await press('Remove');
  await seeToast('“Laptop” was removed.');
  await waitFor(() => expect(lines('Passkeys')).toHaveLength(1));
});

test('a browser without passkeys says so and leaves the other ways [AUT-17:sign-in]', async () => {
  await showPage(<SignInWithPasskey />);
  await press('Sign in with a passkey');
  expect(await screen.findByText('This browser has no passkeys. Please sign in with a link or a code.')).toBeTruthy();
});

test('a link of staff without its secret leads to sign-in [AUT-17:staff]', async () => {
  await showPage(<SetUpByLink />, { at: '/passkey' });
  expect(await screen.findByText('This link is not valid any more. Please ask for a new one.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
});

const here = { id: 's1', device: 'Firefox on Linux', place: 'Lisbon, Portugal', lastSeenAt: at('22'), current: true };
const phone = { id: 's2', device: 'Safari on iPhone', place: 'Netherlands', lastSeenAt: at('21'), current: false };

test('devices and places are in the language of the page [AUT-18:languages]', async () => {
  learn('es', es as unknown as Messages);
  speak('es');
  const unknown = { ...phone, id: 's3', device: 'Unknown device', place: 'Unknown place' };
  try {
    await showPage(<OwnSessions />, {
      viewer: aPerson(),
      answers: { listOwnSessions: () => ({ sessions: [here, phone, unknown] }) },
    });
    await screen.findByText('Firefox en Linux');
    const [first, second, third] = lines('Dónde tienes la sesión iniciada');
    expect(first).toContain('Lisbon, Portugal');
    expect(second).toContain('Países Bajos');
    expect(third).toContain('Dispositivo desconocidoLugar desconocido');
  } finally {
    speak('en');
  }
});

test('another browser is signed out at once, and comes back where that failed [AUT-18:end]', async () => {
  const answer = later<object>();
  const { sent } = await showPage(<OwnSessions />, {
    viewer: aPerson(),
    answers: { listOwnSessions: () => ({ sessions: [here, phone] }), endOwnSession: answer.answer },
  });
  await screen.findByText('Safari on iPhone');
  expect(lines('Where you are signed in')[0]).toContain('This browser');
  await press('Sign out: Safari on iPhone, Netherlands');
  expect(lines('Where you are signed in')).toHaveLength(1);
  expect(sent('endOwnSession')).toEqual([expect.objectContaining({ sessionId: 's2' })]);
  await answer.reject(new Error('down'));
  await waitFor(() => expect(lines('Where you are signed in')).toHaveLength(2));
});

test('all others are signed out after a question [AUT-18:end]', async () => {
  let sessions = [here, phone];
  await showPage(<OwnSessions />, {
    viewer: aPerson(),
    answers: {
      listOwnSessions: () => ({ sessions }),
      endOtherSessions: () => {
        sessions = [here];
        return { ended: 1 };
      },
    },
  });
  await screen.findByText('Safari on iPhone');
  await press('Sign out everywhere else');
  await press('Sign out the others');
  await seeToast('One browser was signed out.');
  await doing(() => {});
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

test('a name that could not be saved says so until it is changed, and closing takes the typing back [AUT-17:manage]', async () => {
  await showPage(<PasskeyList />, {
    viewer: aPerson(),
    answers: { listPasskeys: () => ({ passkeys: [laptop] }), renamePasskey: failing },
  });
  await screen.findByText('Laptop');
  await press('Rename: Laptop');
  await type('Name', 'Old laptop');
  await press('Save');
  const failure = 'We failed to save the name. Please try again.';
  expect(await screen.findByText(failure)).toBeTruthy();
  await type('Name', 'Older laptop');
  expect(screen.queryByText(failure)).toBeNull();
  await press('Save');
  expect(await screen.findByText(failure)).toBeTruthy();
  await press('Close');
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  await press('Rename: Laptop');
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Laptop');
  expect(screen.queryByText(failure)).toBeNull();
});

test('a browser that cannot make a passkey says so; who has as many as there can be adds none [AUT-17:manage]', async () => {
  let passkeys = [laptop];
  const answers = { listPasskeys: () => ({ passkeys }) };
  await showPage(<PasskeyList />, { viewer: aPerson(), answers });
  await screen.findByText('Laptop');
  await press('Add a passkey');
  await seeToast('This device could not make a passkey.');
  passkeys = Array.from({ length: PASSKEY_LIMITS.perAccount }, (_one, n) => ({
    ...laptop,
    id: `p${n}`,
    name: `No. ${n}`,
  }));
  await showPage(<PasskeyList />, { viewer: aPerson(), answers });
  await screen.findByText('No. 0');
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  expect(screen.getByText(PASSKEY_MESSAGES.tooMany)).toBeTruthy();
});

test('who is signed in here alone signs out nobody; a browser that was signed out is named [AUT-18:end]', async () => {
  let sessions = [here, phone];
  await showPage(<OwnSessions />, {
    viewer: aPerson(),
    answers: {
      listOwnSessions: () => ({ sessions }),
      endOwnSession: () => {
        sessions = [here];
        return {};
      },
    },
  });
  await screen.findByText('Safari on iPhone');
  expect(lines('Where you are signed in')[1]).toMatch(/^Safari on iPhoneNetherlands, last seen Nov 21, 2026/);
  await press('Sign out: Safari on iPhone, Netherlands');
  await seeToast('Safari on iPhone was signed out.');
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

test('what could not be loaded or done is said, and can be tried again [AUT-18:end]', async () => {
  let isUp = false;
  await showPage(<OwnSessions />, {
    viewer: aPerson(),
    answers: {
      listOwnSessions: () => (isUp ? { sessions: [here, phone] } : failing()),
      endOwnSession: failing,
      endOtherSessions: failing,
    },
  });
  await screen.findByText('We failed to load where you are signed in.');
  isUp = true;
  await press('Try again');
  await screen.findByText('Safari on iPhone');
  await press('Sign out: Safari on iPhone, Netherlands');
  await seeToast('We failed to sign it out. Please try again.');
  await press('Sign out everywhere else');
  await press('Sign out the others');
  await seeToast('We failed to sign them out. Please try again.');
  expect(screen.getByText('Every other browser is signed out at once. This one stays signed in.')).toBeTruthy();
});
