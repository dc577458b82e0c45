import { AccountType, ConsumerType, Role } from '@marquee/contracts/identity/v1/account_pb';
import { failing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import AppearanceRoute from '../routes/settings/appearance.tsx';
import SettingsRoute from '../routes/settings/settings.tsx';
import { documentLoads } from '../testing/document-loads.ts';
import { address, doing, later, press, seeToast, showPage } from '../testing/show-page.tsx';
import { Shell } from './shell.tsx';

const page = (
  <Shell>
    <h1 tabIndex={-1}>The page</h1>
    <input aria-label="A field" />
    <a href="/films">All films</a>
  </Shell>
);
const maker = aPerson({ consumerType: ConsumerType.ENTERTAINMENT_PRO, type: AccountType.INDIVIDUAL });
const alone = { listBrowserAccounts: () => ({ accounts: [] }) };
const open = (at = '/', viewer?: ReturnType<typeof aPerson>, answers = {}) =>
  showPage(page, { at, viewer, answers: { ...alone, ...answers } });
const bar = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0] as HTMLElement);

async function openMenu(name: string) {
  const trigger = await screen.findByRole('button', { name: `Account of ${name}` });
  await doing(() => fireEvent.click(trigger));
  return within(await screen.findByRole('menu'));
}

test('a visitor sees the rooms and the way in, and nothing of an account', async () => {
  await open();
  expect(
    bar()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Films', '/'],
    ['Festivals', '/festivals'],
    ['EOHub', '/eohub'],
    ['Chats', '/chats'],
  ]);
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
  expect(screen.queryByRole('link', { name: 'Notifications' })).toBeNull();
});

test.each([
  ['a visitor', undefined, false],
  ['a Movie Lover', aPerson(), false],
  ['b2b', aPerson({ consumerType: ConsumerType.B2B }), false],
  ['a maker', maker, true],
  ['staff', aPerson({ roles: [Role.ADMIN] }), true],
])('%s sees the studio among the rooms, or not [NET-02:navigation]', async (_who, viewer, enters) => {
  await open('/content/1/edit', viewer);
  for (const nav of screen.getAllByRole('navigation', { name: 'Main' })) {
    const links = within(nav).getAllByRole('link');
    const studio = links.find(({ textContent }) => textContent === 'Studio');
    expect([links.length, studio?.getAttribute('href'), studio?.getAttribute('aria-current')]).toEqual(
      enters ? [5, '/content', 'true'] : [4, undefined, undefined],
    );
  }
});

test.each([
  ['/', 'Films', 'page'],
  ['/feed/1', 'Films', 'true'],
  ['/films', 'Films', 'true'],
  ['/search', 'Films', 'true'],
  ['/festivals', 'Festivals', 'page'],
  ['/festivals/1', 'Festivals', 'true'],
  ['/eohub/jobs', 'EOHub', 'true'],
  ['/chats', 'Chats', 'page'],
  ['/settings', undefined, undefined],
  ['/festivalsomething', undefined, undefined],
])('at %s the room %s is marked', async (at, label, current) => {
  await open(at);
  const marked = bar()
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual(
    label ? [[label, current]] : [],
  );
});

const OWN = ['My Library', 'Watchlist', 'Diary'];
const ACCOUNTS = ['Add another account', 'Sign out'];

test.each([
  ['a Movie Lover', aPerson(), ['Profile', ...OWN, 'Credits', 'Notifications', 'Settings', ...ACCOUNTS]],
  ['a maker', maker, ['Profile', ...OWN, 'My Content', 'Credits', 'Notifications', 'Settings', ...ACCOUNTS]],
  [
    'staff',
    aPerson({ roles: [Role.ADMIN] }),
    ['Profile', ...OWN, 'My Content', 'Credits', 'Notifications', 'Settings', 'Back office', ...ACCOUNTS],
  ],
])('%s sees in the menu of the account what is theirs', async (_who, viewer, items) => {
  await open('/', viewer);
  const menu = await openMenu('Ada Lovelace');
  expect(menu.getByText('ada@example.com')).toBeTruthy();
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Notifications' }).getAttribute('href')).toBe('/notifications');
});

test('an account without a name goes by its email, else its phone', async () => {
  await open('/', aPerson({ firstName: '', lastName: '' }));
  expect(await screen.findByRole('button', { name: 'Account of ada@example.com' })).toBeTruthy();
  await open('/', aPerson({ firstName: '', lastName: '', email: '', phone: '+12015550123' }));
  expect(await screen.findByRole('button', { name: 'Account of +12015550123' })).toBeTruthy();
});

test('staff reach the back office, which is loaded whole', async () => {
  await open('/', aPerson({ roles: [Role.ADMIN] }));
  const menu = await openMenu('Ada Lovelace');
  await doing(() => fireEvent.click(menu.getByRole('menuitem', { name: 'Back office' })));
  expect(documentLoads).toEqual(['/superadmin']);
});

test('signing out loads the home page whole, so that nothing of the account stays in memory', async () => {
  const ended = later<object>();
  const { sent } = await open('/films', aPerson(), { signOut: ended.answer });
  const menu = await openMenu('Ada Lovelace');
  await doing(() => fireEvent.click(menu.getByRole('menuitem', { name: 'Sign out' })));
  await waitFor(() => expect(sent('signOut')).toHaveLength(1));
  // From here on nothing begins to ask for the account, such as the bell, whose code may arrive late.
  expect(screen.queryByRole('link', { name: 'Notifications', hidden: true })).toBeNull();
  await ended.resolve({});
  await waitFor(() => expect(documentLoads).toEqual(['/']));
});

test('signing out that failed says so, and the person stays signed in', async () => {
  await open('/', aPerson(), { signOut: failing });
  const menu = await openMenu('Ada Lovelace');
  await doing(() => fireEvent.click(menu.getByRole('menuitem', { name: 'Sign out' })));
  await seeToast('We could not sign you out. Please try again.');
  expect(documentLoads).toEqual([]);
  expect(screen.getByRole('button', { name: 'Account of Ada Lovelace', hidden: true })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Notifications', hidden: true })).toBeTruthy();
});

test('the appearance is chosen in the menu and kept', async () => {
  localStorage.clear();
  await open('/', aPerson());
  const menu = await openMenu('Ada Lovelace');
  const choice = (name: string) => menu.getByRole('menuitemradio', { name });
  expect(choice('As the system').getAttribute('aria-checked')).toBe('true');
  await doing(() => fireEvent.click(choice('Light')));
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(localStorage.getItem('theme')).toBe('light');
  expect(choice('Light').getAttribute('aria-checked')).toBe('true');

  // Chosen in another tab.
  localStorage.setItem('theme', 'dark');
  await doing(() => window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(choice('Dark').getAttribute('aria-checked')).toBe('true');
});

test('the settings show who is signed in, and sign out', async () => {
  await showPage(SettingsRoute, {
    at: '/settings',
    path: '/settings',
    viewer: aPerson(),
    loader: () => null,
    answers: { signOut: () => ({}) },
  });
  expect(screen.getByText('Ada Lovelace, ada@example.com')).toBeTruthy();
  await press('Sign out');
  await waitFor(() => expect(documentLoads).toEqual(['/']));
});

test('the appearance is chosen in the settings and kept [SET-11:appearance]', async () => {
  localStorage.clear();
  await showPage(AppearanceRoute, { at: '/settings/appearance', path: '/settings/appearance', loader: () => null });
  await press(/Dark/, 'radio');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect((screen.getByRole('radio', { name: /Dark/ }) as HTMLInputElement).checked).toBe(true);
});

test('/ opens the search, unless something is being typed', async () => {
  await open();
  for (const typing of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { key: 'x' }]) {
    await doing(() => fireEvent.keyDown(document.body, { key: '/', ...typing }));
  }
  await doing(() => fireEvent.keyDown(screen.getByLabelText('A field'), { key: '/' }));
  const text = Object.assign(document.body.appendChild(document.createElement('p')), { isContentEditable: true });
  await doing(() => fireEvent.keyDown(text, { key: '/' }));
  text.remove();
  const used = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
  used.preventDefault();
  await doing(() => document.body.dispatchEvent(used));
  expect(address()).toBe('/');
  await doing(() => expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false));
  expect(address()).toBe('/search');
});

test('/ goes to the search of the page where there is one', async () => {
  const search = (
    <Shell>
      <input type="search" aria-label="Search this page" />
    </Shell>
  );
  await showPage(search, { at: '/films' });
  await doing(() => fireEvent.keyDown(document.body, { key: '/' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Search this page'));
  expect(address()).toBe('/films');
});

test('a plain link moves on without loading the document, and the heading gets the focus', async () => {
  await open();
  await doing(() => fireEvent.click(screen.getByRole('link', { name: 'All films' })));
  expect(address()).toBe('/films');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(documentLoads).toEqual([]);
});

test('a field that has the focus keeps it on the next page', async () => {
  await open();
  screen.getByLabelText('A field').focus();
  await doing(() => fireEvent.click(screen.getByRole('link', { name: 'All films' })));
  expect(address()).toBe('/films');
  expect(document.activeElement).toBe(screen.getByLabelText('A field'));
});

test('a field outside of the page does not keep it', async () => {
  await open();
  const outside = document.body.appendChild(document.createElement('input'));
  outside.focus();
  await doing(() => fireEvent.click(screen.getByRole('link', { name: 'All films' })));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  outside.remove();
});

test('a page without a network says so until there is one', async () => {
  const online = (value: boolean) =>
    doing(() => {
      Object.defineProperty(navigator, 'onLine', { value, configurable: true });
      window.dispatchEvent(new Event(value ? 'online' : 'offline'));
    });
  await open();
  expect(screen.queryByText(/You are offline/)).toBeNull();
  await online(false);
  expect(screen.getByText(/You are offline/)).toBeTruthy();
  await online(true);
  expect(screen.queryByText(/You are offline/)).toBeNull();
});

test('every page begins with a way past the bars', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Skip to the page' }).getAttribute('href')).toBe('#main');
  expect(screen.getByRole('main').id).toBe('main');
});
