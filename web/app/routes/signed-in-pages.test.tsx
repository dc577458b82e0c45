import { RouterContextProvider } from 'react-router';
import { type Viewer, viewerContext } from '../api/viewer.ts';
import * as blockedUsers from './account/blocked-users.tsx';
import * as credits from './account/credits.tsx';
import * as closeAccount from './account/settings-close-account.tsx';
import * as exportData from './account/settings-export.tsx';
import * as doorsDesk from './doors/doors-desk.tsx';
import * as feedback from './editorial/feedback.tsx';
import * as reportBug from './editorial/report-bug.tsx';
import * as eventDashboard from './festivals/event-dashboard.tsx';
import * as foundOrganization from './festivals/found-organization.tsx';
import * as moneyStatement from './festivals/money-statement-csv.ts';
import * as moneyStatementPdf from './festivals/money-statement-pdf.ts';
import * as overview from './festivals/overview.tsx';
import * as ownOrganizations from './festivals/own-organizations.tsx';
import * as team from './festivals/team.tsx';
import * as addCrew from './film/add-crew.tsx';
import * as notification from './notices/notification.tsx';
import * as notifications from './notices/notifications.tsx';
import * as notificationsAll from './notices/notifications-all.tsx';
import * as notificationSettings from './notices/settings-notifications.tsx';
import * as diary from './own-films/diary.tsx';
import * as diaryCsv from './own-films/diary-csv.ts';
import * as favourites from './own-films/favourites.tsx';
import * as importFilms from './own-films/import.tsx';
import * as library from './own-films/library.tsx';
import * as listEdit from './own-films/list-edit.tsx';
import * as lists from './own-films/lists.tsx';
import * as watchlist from './own-films/watchlist.tsx';
import * as watchlistCsv from './own-films/watchlist-csv.ts';
import * as completeProfile from './profile/complete-profile.tsx';
import * as connections from './profile/connections.tsx';
import * as edit from './profile/edit.tsx';
import * as ownProfile from './profile/own-profile.tsx';
import * as profileViews from './profile/profile-views.tsx';
import * as qrCode from './profile/qr-code.tsx';
import * as selectTalents from './profile/select-talents.tsx';
import * as deskEvent from './programme/desk-event.tsx';
import * as deskEvents from './programme/desk-events.tsx';
import * as mySchedule from './programme/my-schedule.tsx';
import * as myScheduleCalendar from './programme/my-schedule-calendar.ts';
import * as chatRoom from './rooms/chat-room.tsx';
import * as network from './rooms/network.tsx';
import * as receipt from './settings/receipt.tsx';
import * as receiptPdf from './settings/receipt-pdf.ts';
import * as content from './studio/content.tsx';
import * as contentCreate from './studio/content-create.tsx';
import * as contentCredits from './studio/content-credits.tsx';
import * as distribution from './studio/content-distribution.tsx';
import * as contentEdit from './studio/content-edit.tsx';
import * as contentStats from './studio/content-stats.tsx';
import * as contentUpload from './studio/content-upload.tsx';
import * as earnings from './studio/earnings.tsx';
import * as statementCsv from './studio/statement-csv.ts';
import * as statementPdf from './studio/statement-pdf.ts';
import * as statsCsv from './studio/stats-csv.ts';
import * as testPayoutAccount from './studio/test-payout-account.tsx';
import * as judgedCall from './submissions/judged-call.tsx';
import * as judging from './submissions/judging.tsx';
import * as ownSubmissions from './submissions/own-submissions.tsx';
import * as scoreSheet from './submissions/score-sheet.tsx';
import * as screening from './submissions/screening.tsx';
import * as eventOrders from './tickets/event-orders.tsx';
import * as ticket from './tickets/ticket.tsx';
import * as ticketPass from './tickets/ticket-pass.ts';
import * as ticketSales from './tickets/ticket-sales.tsx';
import * as ballotsDesk from './votes/ballots-desk.tsx';
import * as vote from './votes/vote.tsx';
import * as watch from './watch/watch.tsx';

// biome-ignore lint/suspicious/noExplicitAny: each route's arguments are its own.
type Loaded = { loader: (args: any) => unknown };

/** What the loader of a page ends with for a visitor or somebody signed in, without an answer of any service. */
async function answerTo(viewer: Viewer | null, { loader }: Loaded, at: string): Promise<unknown> {
  const context = new RouterContextProvider();
  context.set(viewerContext, viewer);
  const url = new URL(at, 'https://marquee.example');
  try {
    return await loader({ context, url, params: {}, request: new Request(url) });
  } catch (thrown) {
    return thrown;
  }
}
const forVisitor = (route: Loaded, at: string) => answerTo(null, route, at);

test.each<[string, Loaded]>([
  ['/settings/blocked-users', blockedUsers],
  ['/settings/feedback', feedback],
  ['/settings/report-bug', reportBug],
  ['/settings/receipts/films/o1', receipt],
  ['/settings/receipts/films/o1/receipt.pdf', receiptPdf],
  ['/settings/notifications', notificationSettings],
  ['/notifications', notifications],
  ['/notifications/all', notificationsAll],
  ['/notifications/n1', notification],
  ['/library', library],
  ['/watchlist?order=title', watchlist],
  ['/watchlist.csv', watchlistCsv],
  ['/import', importFilms],
  ['/diary', diary],
  ['/diary.csv', diaryCsv],
  ['/lists', lists],
  ['/lists/l1/edit', listEdit],
  ['/profile/complete', completeProfile],
  ['/profile/edit', edit],
  ['/profile/edit/favourites', favourites],
  ['/profile/edit/connections', connections],
  ['/profile/edit/profile-views', profileViews],
  ['/profile/qrcode', qrCode],
  ['/profile/talents', selectTalents],
  ['/user/orgs', ownOrganizations],
  ['/user/orgs/new', foundOrganization],
  ['/user/orgs/f1', overview],
  ['/user/orgs/f1/team', team],
  ['/user/orgs/f1/money/statement.csv?year=2026&quarter=1', moneyStatement],
  ['/user/orgs/f1/events', deskEvents],
  ['/user/orgs/f1/events/e1', deskEvent],
  ['/user/orgs/f1/events/e1/dashboard', eventDashboard],
  ['/user/orgs/f1/events/e1/doors', doorsDesk],
  ['/user/orgs/f1/events/e1/votes', ballotsDesk],
  ['/user/schedule', mySchedule],
  ['/user/schedule.ics', myScheduleCalendar],
  ['/user/submissions', ownSubmissions],
  ['/judging', judging],
  ['/judging/calls/c1', judgedCall],
  ['/judging/films/s1', scoreSheet],
  ['/judging/films/s1/watch', screening],
  ['/events/e1/tickets/sales', ticketSales],
  ['/events/e1/tickets/orders', eventOrders],
  ['/events/e1/tickets/t1/pass.pkpass', ticketPass],
  ['/events/e1/vote?blockId=b1', vote],
  ['/credits', credits],
  ['/settings/close-account', closeAccount],
  ['/settings/export', exportData],
  ['/user/orgs/f1/money/statement.pdf?year=2026&quarter=1', moneyStatementPdf],
  ['/feed/a/crew/add', addCrew],
  ['/network/r1', chatRoom],
  ['/events/e1/tickets/t1', ticket],
  ['/feed/a/watch', watch],
])('a visitor signs in before %s and comes back', async (at, route) => {
  const answer = await forVisitor(route, at);
  expect(answer).toBeInstanceOf(Response);
  const { status, headers } = answer as Response;
  expect([status, headers.get('location')]).toEqual([302, `/sign-in?${new URLSearchParams({ returnTo: at })}`]);
});

test.each<[string, Loaded]>([
  ['/profile', ownProfile],
  ['/profile/complete', completeProfile],
  ['/profile/qrcode', qrCode],
])('who is still signing up finishes that before %s', async (at, route) => {
  const viewer: Viewer = {
    ...{ accountId: 'u1', roles: [], talents: [], onboarding: true },
    ...{ consumerType: 'UNSPECIFIED', accountType: 'UNSPECIFIED' },
  };
  const answer = await answerTo(viewer, route, at);
  expect(answer).toBeInstanceOf(Response);
  expect((answer as Response).headers.get('location')).toBe('/onboarding');
});

test.each<[string, Loaded]>([
  ['/content', content],
  ['/content/create', contentCreate],
  ['/content/a/credits', contentCredits],
  ['/content/a/distribution', distribution],
  ['/content/a/edit', contentEdit],
  ['/content/a/stats', contentStats],
  ['/content/a/upload', contentUpload],
  ['/content/earnings', earnings],
  ['/content/earnings/statement.pdf', statementPdf],
  ['/content/earnings/test-account', testPayoutAccount],
  ['/network', network],
  ['/content/a/stats.csv', statsCsv],
  ['/content/earnings/statement.csv', statementCsv],
])('a visitor has no access to %s', async (at, route) => {
  expect(await forVisitor(route, at)).toMatchObject({ data: { reason: 'ACCESS_BLOCKED' }, init: { status: 403 } });
});
