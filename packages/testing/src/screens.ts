/** Who looks at a screen in the journeys of accessibility (e2e/journeys/accessibility.spec.ts). */
export type Looker = 'visitor' | 'newcomer' | 'member' | 'maker' | 'director' | 'judge' | 'office';

/** A screen: who looks at it, and at which addresses; without any, at its own with the ids of the scene. */
export type Screen = { by: Looker; at: readonly string[] };

const screen =
  (by: Looker) =>
  (...at: string[]): Screen => ({ by, at });
const [visitor, newcomer, member] = [screen('visitor'), screen('newcomer'), screen('member')];
const [maker, director, judge, office] = [screen('maker'), screen('director'), screen('judge'), screen('office')];

/** Each screen of the site by its path in web/app/routes.ts, whose test fails until a new one stands here [SET-14]. */
export const SITE_SCREENS: Record<string, Screen> = {
  '': visitor(''),
  films: visitor('films', 'films?q=nothing-is-called-this'),
  search: visitor('search', 'search?q=light', 'search?q=nothing-is-called-this'),
  'feed/:filmId': visitor('feed/:filmId', 'feed/unknown'),
  'feed/:filmId/crew': visitor(),
  'feed/:filmId/crew/add': maker(),
  'feed/:filmId/comments': visitor(),
  'feed/:filmId/awards': visitor(),
  'feed/:filmId/watch': member(),
  'feed/:filmId/trailer': visitor(),
  'feed/:filmId/premiere': visitor(),
  'library/:kind?': member('library', 'library/unlocked'),
  watchlist: member(),
  import: member(),
  diary: member(),
  lists: member(),
  'lists/:listId': visitor(),
  'lists/:listId/edit': maker(),
  'profile/:profileId/diary': visitor(),
  'profile/edit/favourites': member(),

  auth: visitor(),
  'auth/confirm': visitor(),
  'sign-in': visitor(),
  'sign-in/email': visitor(),
  'create-account': visitor(),
  'add-account': member(),
  'add-account-verify-email': member(),
  'add-account-verify-phone': member(),
  'verify-email': visitor('verify-email?session=somebody&email=somebody@example.com'),
  'verify-phone': visitor('verify-phone?session=somebody&phone=%2B14155550100'),
  unsubscribe: visitor(),
  credits: member(),
  passkey: visitor(),
  'settings/blocked-users': member(),
  'settings/export': member(),
  'settings/close-account': member(),
  onboarding: newcomer(),
  'onboarding/fullname': newcomer(),
  'onboarding/talents': newcomer(),
  'onboarding/location': newcomer(),

  settings: member(),
  'settings/account': member(),
  'settings/email': member(),
  'settings/phone': member(),
  'settings/verify-email': member(),
  'settings/verify-phone': member(),
  'settings/appearance': member(),
  'settings/language': member(),
  'settings/unlocked-films': member(),
  'settings/invitations': member(),
  'settings/tickets/:when?': director('settings/tickets', 'settings/tickets/past'),
  'settings/payment': member(),
  'settings/payment/add': member(),
  'settings/plans': member(),
  'settings/coins': member(),
  'settings/receipts': member(),
  'settings/receipts/:seller/:orderId': member('settings/receipts/films/unknown'),
  'settings/subscription': member(),

  profile: member(),
  'profile/qrcode': member(),
  'profile/complete': member(),
  'profile/talents': member(),
  'profile/edit': member(),
  'profile/edit/connections/:list?': member('profile/edit/connections', 'profile/edit/connections/requests'),
  'profile/edit/profile-views': member(),
  'profile/edit/:screen': member(
    ...['picture', 'gallery', 'name', 'talents', 'bio', 'location', 'availability', 'union', 'showcase'].map(
      (part) => `profile/edit/${part}`,
    ),
    ...['profile/edit/social-media', 'profile/edit/visibility'],
  ),
  'profile/:profileId': visitor('profile/:profileId', 'profile/nobody'),

  content: maker(),
  'content/earnings': maker(),
  'content/earnings/test-account': maker(),
  'content/create': maker(),
  'content/:filmId/edit': maker(),
  'content/:filmId/upload': maker(),
  'content/:filmId/distribution': maker(),
  'content/:filmId/credits': maker(),
  'content/:filmId/festivals': maker(),
  'content/:filmId/stats': maker(),
  'partner-upload': visitor(),

  notifications: director(),
  'notifications/all': director(),
  'notifications/:noticeId': member('notifications/none'),
  'settings/notifications': member(),

  'terms-of-use': visitor(),
  'privacy-policy': visitor(),
  'license-agreement': visitor(),
  faq: visitor(),
  tutorials: visitor(),
  'settings/report-bug': member(),
  'settings/feedback': member(),

  festivals: visitor('festivals', 'festivals?q=nothing-is-called-this'),
  'festivals/:festivalId': visitor('festivals/:festivalId', 'festivals/unknown'),
  'user/orgs': director(),
  'user/orgs/new': director(),
  'user/orgs/:festivalId': director(),
  'user/orgs/:festivalId/dashboard': director(),
  'user/orgs/:festivalId/events/:eventId/dashboard': director(),
  'user/orgs/:festivalId/money': director(),
  'user/orgs/:festivalId/money/test-account': director(),
  'user/orgs/:festivalId/team': director(),
  'user/orgs/:festivalId/fan-club': director(),

  'events/:eventId': visitor(),
  'festivals/:festivalId/schedule': visitor(),
  'user/schedule': director(),
  'user/orgs/:festivalId/events': director(),
  'user/orgs/:festivalId/events/:eventId': director(),

  scan: visitor(),
  'user/orgs/:festivalId/events/:eventId/doors': director(),

  'events/:eventId/tickets': visitor(),
  'events/:eventId/tickets/sales': director(),
  'events/:eventId/tickets/orders': director(),
  'events/:eventId/tickets/:userTicketId': director(
    'events/:eventId/tickets/:userTicketId',
    'events/:eventId/tickets/unknown',
  ),

  'festivals/:festivalId/calls/:callId': visitor(),
  'user/submissions': maker(),
  'user/orgs/:festivalId/calls': director(),
  'user/orgs/:festivalId/calls/:callId': director(),
  'user/orgs/:festivalId/calls/:callId/edit': director(
    'user/orgs/:festivalId/calls/:callId/edit',
    'user/orgs/:festivalId/calls/new/edit',
  ),
  'user/orgs/:festivalId/calls/:callId/submissions/:submissionId': director(),
  judging: judge(),
  'judging/calls/:callId': judge(),
  'judging/films/:submissionId': judge(),
  'judging/films/:submissionId/watch': judge(),

  'events/:eventId/vote': director('events/:eventId/vote?blockId=:blockId&type=CHOICE'),
  'user/orgs/:festivalId/events/:eventId/votes': director(),
  'events/:eventId/votes/:ballotId': visitor(),

  'eohub/*': member('eohub', 'eohub/companies', 'eohub/jobs'),
  chats: member(),
  'chats/*': member('chats/room/unknown'),
  forbidden: visitor(),
  '*': visitor('nowhere'),
};

const user = (part: string) => `users/:userId${part}`;

/** Each screen of the back office by its path below /superadmin in admin/src/routes.tsx, whose test fails likewise. */
export const OFFICE_SCREENS: Record<string, Screen> = {
  content: office('content', 'content?show=waiting'),
  'content/:filmId': office(
    ...['', ...['assets', 'stats', 'events', 'credits', 'awards', 'sales', 'reviews', 'screenings', 'history']].map(
      (tab) => `content/:filmId${tab && `?tab=${tab}`}`,
    ),
    'content/unknown',
  ),
  festivals: office(),
  'festivals/new': office(),
  'festivals/:festivalId': office(
    ...['', ...['events', 'submissions', 'team', 'monetization', 'fan-club']].map(
      (tab) => `festivals/:festivalId${tab && `?tab=${tab}`}`,
    ),
  ),
  'festivals/:festivalId/events/:eventId/orders': office(),
  'ticket-orders/:orderId': office('ticket-orders/unknown'),
  featured: office(),
  campaigns: office('campaigns', 'campaigns?state=off'),
  'campaigns/new': office(),
  'campaigns/:campaignId': office('campaigns/unknown'),
  settings: office(),
  'settings/:key': office('settings/faq', 'settings/free-unlock-hours', 'settings/metrics-viewers'),
  reports: office(),
  'reports/:reportId': office('reports/unknown'),
  reviews: office(),
  users: office(),
  'users/new': office(),
  'users/notices': office(),
  'users/metrics': office(),
  'users/:userId': office(
    user(''),
    ...['pro', 'lover', 'referrals', 'technical', 'subscriptions'].map((tab) => user(`?tab=${tab}`)),
    'users/nobody',
  ),
  ...Object.fromEntries(
    ['bio', 'type', 'talents', 'consumer-type', 'location'].map((part) => [user(`/${part}`), office()]),
  ),
  'users/:userId/devices/:deviceId': office(user('/devices/unknown')),
  'users/:userId/invitations/:invitationId': office(user('/invitations/unknown')),
  'users/:userId/unlocked-films/:unlockKey': office(user('/unlocked-films/unknown')),
  audit: office(),
  '*': office('nowhere'),
  workers: office(),
  reconciliation: office(),
};

/** The addresses of a screen, with the ids of a scene by their names. */
export function addressesOf(path: string, { at }: Screen, ids: Record<string, string>): string[] {
  return (at.length > 0 ? at : [path]).map((address) =>
    address.replace(/:(\w+)/g, (_, name: string) => {
      const id = ids[name];
      if (!id) throw new Error(`the scene has no ${name} for ${address}`);
      return id;
    }),
  );
}
