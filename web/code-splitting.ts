const inPackage = (names: string) => `[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`;
const inApp = (paths: string) => `[\\\\/]web[\\\\/]app[\\\\/](?:${paths})`;
const anyOf = (...tests: string[]) => new RegExp(tests.join('|'));

/**
 * Which files the browser's code is bundled into. Left to the bundler, what several routes share becomes a file for each
 * set of routes: 64 files for a film's page, of which each costs a slow line a request. Each group takes the modules that
 * match, with what these import, unless a group before it has them. What only one route needs is not named here.
 */
export const codeSplitting = {
  groups: [
    {
      name: 'react',
      test: anyOf(inPackage('react|react-dom|react-router|scheduler|cookie-es'), inApp('entry.client')),
    },
    // What every page shows, and cards of films.
    {
      name: 'shell',
      test: anyOf(
        inApp('layout[\\\\/](?!account-|share-link|sign-out)'),
        inApp('features[\\\\/]errors[\\\\/]'),
        inApp('language[\\\\/](?!account-|names|subtitles-label)'),
        inApp(
          'ui[\\\\/](?:avatar|badge|banner|button|moment|page-title|picture|rail|section|states|switch|thumbhash|title-class|toast\\.)',
        ),
        inApp('features[\\\\/]feed[\\\\/](?:film-card|continue-watching\\.)'),
        inApp('features[\\\\/]film[\\\\/]primary-action-skeleton'),
        inApp('data[\\\\/](?:or-toast|use-attempt|use-pending)'),
        '[\\\\/]rules[\\\\/]src[\\\\/](?:film-types|format|genres|media|player-settings|watch)\\.ts',
      ),
    },
    {
      name: 'overlays',
      test: anyOf(
        inApp('ui[\\\\/](?:dialog|tabs|toaster)'),
        inApp('data[\\\\/]optimistically|features[\\\\/]reports[\\\\/]report-dialog'),
      ),
    },
    // Calls of services, after hydration or by what somebody does; and what a film is and how it is unlocked, so that the page
    // that plays it waits for none of the dialogs of its other pages.
    {
      name: 'calls',
      test: anyOf(
        inApp('features[\\\\/]film[\\\\/](?:directors|film-error|film-source|film-view)\\.'),
        inApp('features[\\\\/]player[\\\\/](?:engine|preload-engine|use-unlock|use-events-sent)\\.'),
        inPackage('@bufbuild|@connectrpc|lucide-react'),
        inApp('api[\\\\/](?:browser[\\\\/](?:client|transport)|packed)'),
        inApp('data[\\\\/](?:use-own|use-more|list-end|not-ready)|features[\\\\/]feed[\\\\/]card-view'),
        '[\\\\/]contracts[\\\\/]gen[\\\\/](?:access|film)[\\\\/]v1[\\\\/](?:access|catalogue|diary|film|recommendations|reviews|watch|watchlist)_pb',
      ),
    },
    // Forms, with what asks for a passkey before them, and charts of what they changed.
    {
      name: 'forms',
      test: anyOf(
        inPackage('zod|react-hook-form|@hookform'),
        '[\\\\/]rules[\\\\/]src[\\\\/][\\w-]+\\.ts',
        inApp('ui[\\\\/](?:bar-chart|choice|field|form)\\.|features[\\\\/]passkeys[\\\\/]step-up\\.'),
      ),
    },
    // Menus, with what nearly every page that has one also shows: a search, a picture to cut, a QR code.
    {
      name: 'menus',
      test: anyOf(
        inPackage('@floating-ui'),
        inApp('ui[\\\\/](?:menu|tooltip|combobox)|data[\\\\/]use-typed-search'),
        inApp('features[\\\\/]profile[\\\\/](?:qr-figure|edit[\\\\/]pictures[\\\\/](?:picture-dialog|choose-picture))'),
      ),
    },
    // Lists whose order the person changes.
    {
      name: 'sorting',
      test: anyOf(
        inPackage('@dnd-kit'),
        inApp(
          'ui[\\\\/](?:sortable-list|use-order-sensors|order-words|step-button)|features[\\\\/]own-films[\\\\/]sortable-films',
        ),
      ),
    },
    // The parts of a film's page that its other pages show too.
    {
      name: 'film',
      test: inApp('features[\\\\/](?:film[\\\\/]|reviews[\\\\/]|crew[\\\\/]crew-(?:line|view))'),
      minShareCount: 2,
    },
    // What accounts and people are asked about, apart from what every page asks.
    {
      name: 'people-calls',
      test: anyOf(
        '[\\\\/]contracts[\\\\/]gen[\\\\/](?:identity|notification)[\\\\/]v1[\\\\/]\\w+_pb',
        inApp('realtime[\\\\/]'),
      ),
      minShareCount: 2,
    },
    // The ways to sign in, and what orders and payouts are: pages of both load this.
    {
      name: 'entrance',
      test: anyOf(
        inApp('features[\\\\/]auth[\\\\/]'),
        '[\\\\/]contracts[\\\\/]gen[\\\\/]film[\\\\/]v1[\\\\/](?:checkout|payouts)_pb',
      ),
      minShareCount: 2,
    },
    // A viewer's own watchlist, diary, library and lists.
    {
      name: 'own-films',
      test: anyOf(
        inApp('features[\\\\/](?:own-films[\\\\/](?!favourite-films)|lists[\\\\/])'),
        '[\\\\/]contracts[\\\\/]gen[\\\\/]film[\\\\/]v1[\\\\/]lists_pb',
      ),
      minShareCount: 2,
    },
    // Festivals: who they are, their events, tickets and votes.
    {
      name: 'festivals',
      test: anyOf(
        inApp('features[\\\\/](?:organizations|organization-money|dashboard|programme|tickets|votes|doors)[\\\\/]'),
        '[\\\\/]contracts[\\\\/]gen[\\\\/]festival[\\\\/]v1[\\\\/]\\w+_pb',
      ),
      minShareCount: 2,
    },
    // Profiles, connections, notices.
    {
      name: 'people',
      test: anyOf(
        inApp(
          'features[\\\\/](?:connections|notices|profile-views|profile[\\\\/](?!edit|qr-figure)|own-films[\\\\/]favourite-films)',
        ),
      ),
      minShareCount: 2,
    },
    { name: 'settings', test: anyOf(inApp('features[\\\\/](?:settings|accounts)[\\\\/]')), minShareCount: 2 },
    {
      name: 'player',
      test: anyOf(
        inApp(
          'features[\\\\/](?:player[\\\\/](?:player\\.|playback\\.|use-watch|event-queue)|premiere[\\\\/](?:premiere-step|countdown))',
        ),
      ),
    },
    {
      name: 'studio',
      test: anyOf(
        inApp('features[\\\\/](?:studio[\\\\/]|crew[\\\\/]|earnings[\\\\/]|upload[\\\\/](?:slot-card|transcode))'),
        '[\\\\/]contracts[\\\\/]gen[\\\\/]film[\\\\/]v1[\\\\/](?:earnings|statistics)_pb',
      ),
      minShareCount: 2,
    },
    // What sends files, for makers and for partners with a link.
    {
      name: 'upload',
      test: anyOf(
        inApp('features[\\\\/]upload[\\\\/](?:file-picker|local-upload|upload-step)'),
        '[\\\\/]contracts[\\\\/]gen[\\\\/]media[\\\\/]v1[\\\\/]upload_link_pb',
      ),
      minShareCount: 2,
    },
  ],
};
