import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ProfileViewSchema } from '@marquee/contracts/identity/v1/profile_view_pb';
import { NoticeKind, NoticeSchema } from '@marquee/contracts/notification/v1/notice_pb';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen } from '@testing-library/react';
import { NoticeList } from '../features/notices/notice-list.tsx';
import { ProfileViewList } from '../features/profile-views/profile-view-list.tsx';
import { Shell } from '../layout/shell.tsx';
import { showPage } from '../testing/show-page.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatAddedDate, formatCount, formatFixed, formatList, formatSize, formatUsd } from './format.ts';
import es from './generated/es.json' with { type: 'json' };
import fr from './generated/fr.json' with { type: 'json' };
import { countries, countryName, languageName, languages } from './names.ts';
import type { Messages } from './plain-message.ts';
import { _, directionOf, learn, speak } from './words.ts';

learn('es', es as unknown as Messages);
learn('fr', fr as unknown as Messages);
afterEach(() => speak('en'));

const viewedAt = new Date(2026, 10, 5, 19, 30);
const view = () => create(ProfileViewSchema, { id: 'v1', viewedAt: timestampFromDate(viewedAt) });

test.each([
  ['en', 1, '1 view by somebody who was not signed in, in the last 90 days.', 'Nov 05, 2026 at 07:30 PM'],
  ['en', 1200, '1,200 views by people who were not signed in, in the last 90 days.', 'Nov 05, 2026 at 07:30 PM'],
  ['es', 1, '1 visita de alguien sin sesión iniciada, en los últimos 90 días.', '5 nov 2026, 19:30'],
  ['es', 12000, '12.000 visitas de personas sin sesión iniciada, en los últimos 90 días.', '5 nov 2026, 19:30'],
  ['fr', 1, '1 vue par une personne non connectée, au cours des 90 derniers jours.', '5 nov. 2026, 19:30'],
  ['fr', 12000, /^12[\u202f ]000 \p{L}+s /u, '5 nov. 2026, 19:30'],
])(
  'a page counts and dates in its language: %s, %i [SET-07:plurals]',
  async (language, visitorCount, counted, dated) => {
    speak(language);
    await showPage(<ProfileViewList first={{ items: [view()], nextCursor: '' }} visitorCount={visitorCount} />);
    const said = screen.getAllByText((_text, element) => element?.tagName === 'P').map((one) => one.textContent ?? '');
    expect(said.some((text) => (typeof counted === 'string' ? text === counted : counted.test(text)))).toBe(true);
    expect(screen.getByText(dated)).toBeTruthy();
  },
);

test('in French no line begins with a sign that belongs to the word before it [SET-07:complete]', () => {
  const torn = Object.entries(fr as unknown as Messages).filter(([, text]) => /« | [»:;?!]/.test(JSON.stringify(text)));
  expect(torn).toEqual([]);
});

test('nothing is one in French, and many in Spanish and English [SET-07:plurals]', () => {
  const text = 'Too many attempts. Please wait {count, plural, one {# hour} other {# hours}} and try again.';
  const said = (language: string) => {
    speak(language);
    return _(text, { count: 0 });
  };
  expect(said('fr')).toContain('0 heure,');
  expect([said('es'), said('en')]).toEqual([expect.stringContaining('0 horas'), expect.stringContaining('0 hours')]);
});

test('the buttons of a question are in the language of the page [SET-07]', async () => {
  speak('es');
  await showPage(<ConfirmDialog open title="?" confirmLabel="Sí" onConfirm={() => {}} />);
  expect(screen.getByRole('button', { name: 'Cancelar' })).toBeTruthy();
});

test('numbers, lists, money and names follow the language of the page [SET-07:formats]', () => {
  const day = new Date(Date.UTC(2026, 10, 5));
  const shown = () => [
    formatCount(12_345),
    formatFixed(4, 1),
    formatSize(3_400_000n),
    formatList(['Ana', 'Bo', 'Cy']),
    formatUsd(499),
    formatAddedDate(day, 'UTC'),
    countryName('DE'),
    languageName('de'),
  ];
  expect(shown()).toEqual([
    '12,345',
    '4.0',
    '3.4\u00a0MB',
    'Ana, Bo and Cy',
    '$4.99',
    'Nov 05, 2026',
    'Germany',
    'German',
  ]);
  speak('es');
  expect(shown()).toEqual([
    '12.345',
    '4,0',
    '3,4\u00a0MB',
    'Ana, Bo y Cy',
    '4,99\u00a0US$',
    '5 nov 2026',
    'Alemania',
    'Alemán',
  ]);
  expect(countries().findIndex(({ code }) => code === 'DE')).toBeLessThan(3);
  speak('fr');
  expect(shown()).toEqual([
    '12\u202f345',
    '4,0',
    '3,4\u00a0Mo',
    'Ana, Bo et Cy',
    '4,99\u00a0$US',
    '5 nov. 2026',
    'Allemagne',
    'Allemand',
  ]);
});

test.each(['es', 'fr'])(
  'countries and languages of %s do not depend on what the browser calls them [SET-07]',
  (language) => {
    speak(language);
    const shown = () => [countries(), languages()].map((list) => list.map(({ code, name }) => `${code} ${name}`));
    const server = shown();
    const { of } = Intl.DisplayNames.prototype;
    const { localeCompare } = String.prototype;
    try {
      Intl.DisplayNames.prototype.of = function (code) {
        return `${of.call(this, code)} of this browser`;
      };
      String.prototype.localeCompare = () => 0;
      expect(shown()).toEqual(server);
    } finally {
      Intl.DisplayNames.prototype.of = of;
      String.prototype.localeCompare = localeCompare;
    }
  },
);

test('codes outside of our lists have the names of Intl, in English too', () => {
  expect([countryName('AQ'), languageName('de-AT'), countryName('Portugal')]).toEqual([
    'Antarctica',
    'Austrian German',
    'Portugal',
  ]);
});

test('a page of a language written from right to left is turned around, with its frame [SET-07:rtl]', async () => {
  learn('ar', { Notifications: 'الإشعارات', Unread: 'غير مقروءة', 'Skip to the page': 'إلى الصفحة' });
  speak('ar');
  document.documentElement.dir = directionOf('ar');
  const notice = { id: 'n1', kind: NoticeKind.NEW_MOVIE, title: 'فيلم', text: 'يمكن مشاهدته الآن.', url: '/feed/1' };
  await showPage(
    <Shell>
      <NoticeList first={[create(NoticeSchema, notice)]} cursor="" unreadOnly />
    </Shell>,
    {
      viewer: aPerson(),
      answers: { countUnread: () => ({ unread: 3, version: 1n }), listBrowserAccounts: () => ({ accounts: [] }) },
    },
  );
  const title = screen.getByRole('heading', { level: 1, name: 'الإشعارات' });
  expect(title.closest('[dir]')?.getAttribute('dir')).toBe('rtl');
  expect(screen.getByRole('link', { name: 'إلى الصفحة' })).toBeTruthy();
  expect(screen.getByText('يمكن مشاهدته الآن.')).toBeTruthy();
  expect(await screen.findByText('3')).toBeTruthy();
  const physical =
    /(?:^|[\s:])-?(?:scroll-)?(?:(?:[mp][lr]|left|right)-|text-(?:left|right)|(?:border|rounded|rounded-[tb])-[lr]\b)/;
  for (const element of document.querySelectorAll('[class]')) {
    expect(element.getAttribute('class')).not.toMatch(physical);
  }
  document.documentElement.dir = '';
});
