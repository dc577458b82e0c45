import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { client } from '../../api/browser/client.ts';
import { setAccountOfPage } from '../../api/browser/page-account.ts';
import { sessionEnded, sessionRenewed } from '../../api/browser/session-events.ts';
import { announceAccount } from '../../layout/account-switch.ts';
import { OtherAccount } from '../../layout/other-account.tsx';
import { TopBar } from '../../layout/top-bar.tsx';
import SignInRoute from '../../routes/account/sign-in.tsx';
import { documentLoads } from '../../testing/document-loads.ts';
import { doing, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { keepDraft, readDraft } from '../../ui/draft.ts';

const ADA = '01990000-0000-7000-8000-000000000001';
const BOB = '01990000-0000-7000-8000-000000000002';
const ada = { id: ADA, firstName: 'Ada', lastName: 'Lovelace', address: 'ada@example.com', current: true };
const bob = { id: BOB, firstName: 'Bob', lastName: 'Ross', address: 'bob@example.com', current: false };
const both = () => ({ accounts: [ada, bob] });

/** The gateway's readable cookie. */
const usedBy = (account: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the gateway sets this cookie beside the session's.
  document.cookie = `marquee-signed-in-80=${account}; max-age=60`;
};

describe('the menu of the account', () => {
  beforeEach(() => localStorage.clear());
  async function openMenu(answers: Answers) {
    const calls = await showPage(<TopBar />, { viewer: aPerson({ id: ADA }), answers });
    const trigger = await screen.findByRole('button', { name: 'Account of Ada Lovelace' });
    await doing(() => fireEvent.click(trigger));
    return { ...calls, menu: within(await screen.findByRole('menu')) };
  }
  const choose = (menu: ReturnType<typeof within>, name: string | RegExp) =>
    doing(() => fireEvent.click(menu.getByRole('menuitem', { name })));

  test('names the other accounts of the browser and switches: all is loaded again [AUT-13:switcher]', async () => {
    const { menu, sent } = await openMenu({ listBrowserAccounts: both, switchAccount: () => ({}) });
    expect(await menu.findByText('bob@example.com')).toBeTruthy();
    expect(menu.queryByRole('menuitem', { name: /Switch to Ada/ })).toBeNull();
    await choose(menu, /Switch to Bob Ross/);
    await waitFor(() => expect(documentLoads).toEqual(['/']));
    expect(sent('switchAccount')).toEqual([expect.objectContaining({ accountId: BOB })]);
  });

  test('says when a switch is refused, and stays as it is [AUT-13:switcher]', async () => {
    const message = 'This account is not signed in in this browser any more. Please sign in to it again.';
    const { menu } = await openMenu({
      listBrowserAccounts: both,
      switchAccount: refusing(Code.NotFound, { message }),
    });
    await menu.findByText('bob@example.com');
    await choose(menu, /Switch to Bob/);
    await seeToast(message);
    expect(documentLoads).toEqual([]);
  });

  test('adds an account, up to five, and signs out of one or of all [AUT-13:switcher]', async () => {
    const { menu, sent } = await openMenu({ listBrowserAccounts: both, signOutAll: () => ({ ended: 2 }) });
    await menu.findByText('bob@example.com');
    expect(menu.getByRole('menuitem', { name: 'Add another account' }).getAttribute('href')).toBe('/add-account');
    expect(menu.getByRole('menuitem', { name: 'Sign out of Ada Lovelace' })).toBeTruthy();
    await choose(menu, 'Sign out of all accounts on this browser');
    await waitFor(() => expect(documentLoads).toEqual(['/']));
    expect(sent('signOutAll')).toHaveLength(1);

    const five = [ada, bob, ...[3, 4, 5].map((digit) => ({ ...bob, id: BOB.replace(/2$/, String(digit)) }))];
    const full = await openMenu({ listBrowserAccounts: () => ({ accounts: five }) });
    await full.menu.findAllByText('bob@example.com');
    expect(full.menu.queryByRole('menuitem', { name: 'Add another account' })).toBeNull();
  });

  test('keeps the room of the accounts that the browser had, so that nothing moves while it is pressed [AUT-13:switcher]', async () => {
    const room = (menu: ReturnType<typeof within>) => menu.queryByRole('status')?.parentElement?.style.height;
    const waits = () => new Promise<never>(() => {});
    const signedOut = () => ({ listBrowserAccounts: waits, signOut: () => ({}), signOutAll: () => ({ ended: 2 }) });
    const first = await openMenu({ listBrowserAccounts: waits });
    expect([room(first.menu), first.menu.queryByRole('menuitem', { name: 'Sign out' }) !== null]).toEqual([
      undefined,
      true,
    ]);
    cleanup();
    const three = [ada, bob, { ...bob, id: BOB.replace(/2$/, '3') }];
    await (await openMenu({ listBrowserAccounts: () => ({ accounts: three }) })).menu.findAllByText('bob@example.com');
    cleanup();
    const again = await openMenu(signedOut());
    expect(room(again.menu)).toBe('6.5rem');
    await choose(again.menu, 'Sign out of Ada Lovelace');
    await waitFor(() => expect(documentLoads).toEqual(['/']));
    cleanup();
    const one = await openMenu(signedOut());
    expect(room(one.menu)).toBe('3.25rem');
    await choose(one.menu, 'Sign out of all accounts on this browser');
    await waitFor(() => expect(documentLoads).toHaveLength(2));
    cleanup();
    expect(room((await openMenu(signedOut())).menu)).toBeUndefined();
  });

  test('with one account it signs out of that; what cannot be loaded is asked for again [AUT-13:switcher]', async () => {
    let answer: () => object = failing;
    const { menu, sent } = await openMenu({ listBrowserAccounts: () => answer() as never });
    const again = await menu.findByRole('menuitem', { name: /We failed to load your other accounts/ });
    expect(menu.getByRole('menuitem', { name: 'Sign out' })).toBeTruthy();
    answer = both;
    await doing(() => fireEvent.click(again));
    await waitFor(() => expect(sent('listBrowserAccounts').length).toBeGreaterThan(1));
  });
});

describe('a page whose browser uses another account by now', () => {
  const open = (answers: Answers = {}) =>
    showPage(
      <>
        <OtherAccount />
        <input aria-label="A field" defaultValue="typed" />
      </>,
      { viewer: aPerson({ id: ADA }), answers: { listBrowserAccounts: () => inUse(bob, ada), ...answers } },
    );
  const inUse = (used: object, other: object) => ({
    accounts: [
      { ...used, current: true },
      { ...other, current: false },
    ],
  });
  const heard = (name: string) => {
    const listener = jest.fn();
    window.addEventListener(name, listener);
    return listener;
  };
  const switchElsewhere = () => act(async () => announceAccount());
  afterEach(() => {
    usedBy(ADA);
    setAccountOfPage(ADA);
  });

  test('is noticed at once, keeps what was typed, and goes back to its account or on with the other [AUT-13:tabs]', async () => {
    const renewed = heard(sessionRenewed);
    const { sent } = await open({
      switchAccount: () => {
        usedBy(ADA);
        return {};
      },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    usedBy(BOB);
    await switchElsewhere();
    expect(await screen.findByRole('heading', { name: 'This browser now uses Bob Ross' })).toBeTruthy();
    expect(screen.getByText(/This page was opened by Ada Lovelace/)).toBeTruthy();
    await press('Continue as Bob Ross');
    expect(documentLoads).toEqual(['/']);

    await press('Go back to Ada Lovelace');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('switchAccount')).toEqual([expect.objectContaining({ accountId: ADA })]);
    expect(renewed).toHaveBeenCalled();
    expect((screen.getByLabelText('A field') as HTMLInputElement).value).toBe('typed');
  });

  test('cannot go back to an account that was signed out [AUT-13:tabs]', async () => {
    await open({ listBrowserAccounts: () => ({ accounts: [{ ...bob, current: true }] }) });
    usedBy(BOB);
    await switchElsewhere();
    expect(await screen.findByRole('button', { name: 'Continue as Bob Ross' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Go back/ })).toBeNull();
  });

  test('does not say whom the browser uses before it knows, and can go back all the same [AUT-13:tabs]', async () => {
    await open({ listBrowserAccounts: failing, switchAccount: failing });
    usedBy(BOB);
    await switchElsewhere();
    expect(await screen.findByRole('heading', { name: 'This browser now uses another account' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
    await press('Go back to Ada Lovelace');
    const failure = 'We could not go back to this account. Please try again.';
    expect((await screen.findByRole('alert')).textContent).toBe(failure);
    const again = screen.getByRole('button', { name: 'Go back to Ada Lovelace' }) as HTMLButtonElement;
    expect(again.disabled).toBe(false);
  });

  test.each([
    [{ firstName: '', lastName: '' }, 'Go back to ada@example.com'],
    [{ firstName: '', lastName: '', email: '', phone: '+14155550100' }, 'Go back to +14155550100'],
  ])('names its account by what there is of it: %j', async (part, name) => {
    await showPage(<OtherAccount />, {
      viewer: aPerson({ id: ADA, ...part }),
      answers: { listBrowserAccounts: () => inUse(bob, ada) },
    });
    usedBy(BOB);
    await switchElsewhere();
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  });

  test('saves nothing as the other: the call is not made [AUT-13:tabs]', async () => {
    const ended = heard(sessionEnded);
    const { sent } = await open({ updateProfile: () => ({}) });
    usedBy(BOB);
    await act(async () => {
      await expect(client(ProfileService).updateProfile({ bio: 'of Ada' })).rejects.toMatchObject({
        code: 'Unauthenticated',
      });
    });
    expect(sent('updateProfile')).toEqual([]);
    // Nobody has to sign in again: the account is chosen in the dialog.
    expect(ended).not.toHaveBeenCalled();
    expect(await screen.findByRole('dialog')).toBeTruthy();
    usedBy(ADA);
    await client(ProfileService).updateProfile({ bio: 'of Ada' });
    expect(sent('updateProfile')).toHaveLength(1);
  });

  test('what was typed under one account is shown to no other [AUT-13:drafts]', async () => {
    setAccountOfPage(ADA);
    keepDraft('profile-bio', { bio: 'of Ada' });
    keepDraft('sign-in', { typed: 'carla@example.com' });
    setAccountOfPage(BOB);
    expect(readDraft('profile-bio')).toBeUndefined();
    expect(readDraft('sign-in')).toEqual({ typed: 'carla@example.com' });
    setAccountOfPage(ADA);
    expect(readDraft('profile-bio')).toEqual({ bio: 'of Ada' });
  });
});

describe('signing in where accounts are signed in already', () => {
  const open = (answers: Answers) =>
    showPage(<SignInRoute />, { at: '/sign-in?returnTo=%2Ffeed%2F1', path: '/sign-in', answers });

  test('continues as one of them, to where the visitor was going [AUT-13:continue]', async () => {
    const { sent } = await open({ listBrowserAccounts: () => ({ accounts: [bob] }), switchAccount: () => ({}) });
    await screen.findByText('Continue as Bob Ross');
    await press(/Continue as Bob Ross/);
    await waitFor(() => expect(documentLoads).toEqual(['/feed/1']));
    expect(sent('switchAccount')).toEqual([expect.objectContaining({ accountId: BOB })]);
  });

  test('says when that is refused; without any there is the form alone [AUT-13:continue]', async () => {
    await open({ listBrowserAccounts: () => ({ accounts: [bob] }), switchAccount: failing });
    await screen.findByText('Continue as Bob Ross');
    await press(/Continue as Bob Ross/);
    expect(await screen.findByRole('alert')).toBeTruthy();
    await open({ listBrowserAccounts: () => ({ accounts: [] }) });
    expect(screen.getByLabelText('Email or phone')).toBeTruthy();
    expect(screen.queryByText(/Continue as/)).toBeNull();
  });
});
