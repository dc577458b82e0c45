import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ConnectionState } from '@marquee/contracts/identity/v1/connection_pb';
import { NoticeAction, NoticeKind } from '@marquee/contracts/notification/v1/notice_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import * as notification from '../../routes/notices/notification.tsx';
import * as unread from '../../routes/notices/notifications.tsx';
import * as all from '../../routes/notices/notifications-all.tsx';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { doing, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { NoticeList } from './notice-list.tsx';
import { NoticePage } from './notice-page.tsx';

const createdAt = timestampFromDate(new Date('2026-11-20T19:30:00Z'));
const request = {
  ...{ id: 'n1', kind: NoticeKind.CONNECTION_REQUESTED, title: 'Connect Request', picture: '/media/ada' },
  ...{
    text: 'Ada Lovelace would like to connect with you.',
    pictureIsPerson: true,
    actorId: 'ada',
    actorName: 'Ada Lovelace',
  },
  ...{ action: NoticeAction.CONNECT, url: '/profile/ada', createdAt, seen: false },
};
const movie = {
  ...{ id: 'n2', kind: NoticeKind.NEW_MOVIE, title: '“Low Tide” is here', text: 'It can be watched.', createdAt },
  ...{
    picture: '',
    pictureIsPerson: false,
    action: NoticeAction.CHECK_IT_OUT,
    url: '/feed/1',
    seen: true,
    actorId: '',
  },
};
const viewer = aPerson();
const page = (notices: object[], nextCursor = '') => ({ listNotices: () => ({ notices, nextCursor }) }) as Answers;
const open = (answers: Answers) =>
  openRoute(all, '/notifications/all', { path: '/notifications/all', viewer, answers });
const lines = (name = 'All notifications') =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test.each([
  [unread, '/notifications', '/notifications'],
  [all, '/notifications/all', '/notifications/all'],
  [notification, '/notifications/n1', '/notifications/:noticeId'],
])('page %# of notifications is for people who are signed in [NOT-01]', async (route, at, path) => {
  await openRoute(route, at, { path });
  await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: at })}`));
});

test('notifications have the tabs Unread and All; each asks for its own [NOT-01]', async () => {
  const { sent } = await open(page([request, movie]));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Notifications');
  const tabs = within(screen.getByRole('navigation', { name: 'Notifications' })).getAllByRole('link');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-current')])).toEqual([
    ['Unread', '/notifications', null],
    ['All', '/notifications/all', 'page'],
  ]);
  expect(lines()).toEqual([
    expect.stringMatching(/^Connect Request, unreadAda Lovelace would like to connect with you\.Nov 20, 2026 at /),
    expect.stringMatching(/^“Low Tide” is hereIt can be watched\./),
  ]);
  expect(screen.getByText('2 notifications.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Connect Request/ }).getAttribute('href')).toBe('/notifications/n1');
  expect(sent('listNotices')).toMatchObject([{ unreadOnly: false }]);
  const other = await openRoute(unread, '/notifications', { path: '/notifications', viewer, answers: page([request]) });
  expect(other.sent('listNotices')).toMatchObject([{ unreadOnly: true }]);
  expect(lines('Unread notifications')).toHaveLength(1);
});

test('without notifications each tab says so [NOT-01]', async () => {
  await open(page([]));
  expect(screen.getByText('You have no notifications yet')).toBeTruthy();
  await openRoute(unread, '/notifications', { path: '/notifications', viewer, answers: page([]) });
  expect(screen.getByText('You have seen everything')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/notifications/all');
});

test('notifications that cannot be loaded show the error page, and a further page its own [NOT-01]', async () => {
  await open({ listNotices: failing });
  expect(screen.queryByRole('list', { name: 'All notifications' })).toBeNull();
  let isDown = true;
  await showPage(<NoticeList first={[request as never]} cursor="next" />, {
    viewer,
    answers: { listNotices: () => (isDown ? failing() : { notices: [movie], nextCursor: '' }) } as Answers,
  });
  await press('Show more');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load more of your notifications.');
  isDown = false;
  await press('Try again');
  await waitFor(() => expect(lines()).toHaveLength(2));
});

const inList = (answers: Answers) =>
  showPage(<NoticeList first={[request, movie] as never} cursor="" />, { at: '/notifications/all', viewer, answers });

test('a notification is deleted at once, and undo brings it back [NOT-01]', async () => {
  const { sent } = await inList({ deleteNotice: () => ({}), restoreNotice: () => ({}) });
  await press('Delete: Connect Request');
  expect(lines()).toHaveLength(1);
  await seeToast('The notification was deleted.');
  await press('Undo');
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect([sent('deleteNotice'), sent('restoreNotice')]).toMatchObject([[{ noticeId: 'n1' }], [{ noticeId: 'n1' }]]);
});

test('the focus goes from a deleted notification to the one beside it, and at last to the heading [NOT-01]', async () => {
  await inList({ deleteNotice: () => ({}) });
  await press('Delete: Connect Request');
  expect(document.activeElement?.getAttribute('href')).toBe('/notifications/n2');
  await press('Delete: “Low Tide” is here');
  expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement);
  await inList({ deleteNotice: () => ({}) });
  await press('Delete: “Low Tide” is here');
  expect(document.activeElement?.getAttribute('href')).toBe('/notifications/n1');
});

test('a notification that could not be deleted is shown again, and says so [NOT-01]', async () => {
  await inList({ deleteNotice: failing });
  await press('Delete: Connect Request');
  await seeToast('Failed to delete this notification.');
  expect(lines()).toHaveLength(2);
});

test('all are marked as read up to the newest that is shown; without unread ones there is nothing to mark [NOT-01]', async () => {
  const { sent } = await inList({ markAllSeen: () => ({}) });
  await press('Mark all as read');
  expect(sent('markAllSeen')).toMatchObject([{ newestNoticeId: 'n1' }]);
  await inList({ markAllSeen: failing });
  await press('Mark all as read');
  await seeToast('We failed to mark your notifications as read.');
  await showPage(<NoticeList first={[movie] as never} cursor="" />, { viewer });
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

const detail = (notice: object, answers: Answers = {}) =>
  showPage(<NoticePage notice={{ ...notice } as never} />, { at: '/notifications/n1', viewer, answers });

test.each([
  [NoticeAction.CONNECT, 'Connect Request', '/profile/ada', 'View profile'],
  [NoticeAction.VIEW_PROFILE, 'Ada Lovelace accepted your request', '/profile/ada', 'View profile'],
  [NoticeAction.CLAIM, 'Film Credit Claim Request', '/content/1/credits', 'Review the claim'],
  [NoticeAction.CHECK_IT_OUT, '“Low Tide” is here', '/feed/1', 'Check it out'],
  [NoticeAction.VOTE, 'You can vote now', '/events/1/vote', 'Vote'],
  [NoticeAction.OPEN, 'Your credit was accepted', '/credits', 'Open'],
])('a notification of action %s shows title, picture, words and “%s” [NOT-02]', async (action, title, url, label) => {
  await detail({ ...request, action, title, url });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByText(request.text)).toBeTruthy();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/ada');
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(url);
  expect(screen.getByRole('button', { name: 'Delete Notification' })).toBeTruthy();
});

const received = (state: ConnectionState): Answers => ({
  getConnection: () => ({ connection: { state, person: { id: 'ada' } } }),
  markSeen: () => ({}),
});

test('a request to connect is accepted or declined where it is read [NOT-02:connect]', async () => {
  const accepted = await detail(request, {
    ...received(ConnectionState.RECEIVED),
    acceptConnection: () => ({ connection: { state: ConnectionState.CONNECTED } }),
  });
  await screen.findByRole('button', { name: /^Decline/ });
  screen.getByRole('button', { name: 'Connect' }).focus();
  await press('Connect');
  expect(accepted.sent('acceptConnection')).toMatchObject([{ profileId: 'ada' }]);
  expect(await screen.findByText('Connected')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Connected');
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
});

test.each([ConnectionState.NONE, ConnectionState.CONNECTED])(
  'a request that is open no more has nothing to answer: %s [NOT-02:connect]',
  async (state) => {
    await detail(request, received(state));
    await doing(() => {});
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
    expect(screen.getByRole('link', { name: 'View profile' })).toBeTruthy();
  },
);

test('a person without a picture shows by their initials [NOT-02]', async () => {
  await detail({ ...request, picture: '' });
  expect(screen.getByText('AL')).toBeTruthy();
});

test('a notification of the house itself shows a bell in place of a person without a name [NOT-02]', async () => {
  await detail({ ...request, picture: '', actorName: '' });
  expect(document.querySelector('.lucide-bell')).toBeTruthy();
});

test('opening a notification marks it as read, once [NOT-02]', async () => {
  const { sent } = await detail(request, { markSeen: () => ({}) });
  await waitFor(() => expect(sent('markSeen')).toMatchObject([{ noticeId: 'n1' }]));
  const seen = await detail({ ...request, seen: true }, { markSeen: () => ({}) });
  await doing(() => {});
  expect(seen.sent('markSeen')).toEqual([]);
});

test('the page of a notification deletes it and leads to the list; a failure stays and says so [NOT-02] [NOT-01]', async () => {
  const answers = { getNotice: () => ({ notice: request }), deleteNotice: () => ({}), markSeen: () => ({}) } as Answers;
  const at = { path: '/notifications/:noticeId', viewer };
  await openRoute(notification, '/notifications/n1', { ...at, answers });
  await press('Delete Notification');
  await waitFor(() => expect(sentTo()).toBe('/notifications'));
  const { sent } = await detail(request, { deleteNotice: failing });
  await press('Delete Notification');
  await seeToast('Failed to delete this notification.');
  expect(sent('deleteNotice')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Delete Notification' }).hasAttribute('aria-busy')).toBe(false);
});

test('of a deleted notification it is said that it was deleted, and nothing of its address [NOT-02]', async () => {
  const at = { path: '/notifications/:noticeId', viewer };
  const message = 'This notification was deleted.';
  const getNotice = refusing(Code.NotFound, { reason: 'NOTICE_NOT_FOUND', message });
  await openRoute(notification, '/notifications/n1', { ...at, answers: { getNotice } });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(message);
  expect(document.body.textContent).toBe(`${message}See all notifications`);
  expect(screen.getByRole('link', { name: 'See all notifications' }).getAttribute('href')).toBe('/notifications/all');
  await openRoute(notification, '/notifications/n1', { ...at, answers: { getNotice: failing } });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
