import { create } from '@bufbuild/protobuf';
import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { ReportType } from '@marquee/contracts/identity/v1/report_pb';
import { NoticeKind } from '@marquee/contracts/notification/v1/notice_pb';
import { NoticeChannel, NoticeSettingsSchema } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { aPerson, aProfile } from '@marquee/testing/contract-messages';
import { screen } from '@testing-library/react';
import { ReportProfileDialog } from '../features/connections/report-profile-dialog.tsx';
import { filtersOf } from '../features/feed/film-filters.ts';
import { FilmsPage } from '../features/feed/films-page.tsx';
import { GenreLinks } from '../features/feed/genre-links.tsx';
import { ChannelTable } from '../features/notices/channel-table.tsx';
import { TalentsForm } from '../features/onboarding/talents-form.tsx';
import { CompleteProfile } from '../features/profile/complete-profile.tsx';
import { editFields } from '../features/profile/edit/edit-fields.ts';
import { EDIT_SCREENS } from '../features/profile/edit/edit-screens.tsx';
import { TalentsForm as TalentsEditor } from '../features/profile/edit/talents-form.tsx';
import { ProfileLinks } from '../features/profile/profile-links.tsx';
import { profileParts } from '../features/profile/profile-parts.ts';
import { profileView } from '../features/profile/profile-view.ts';
import { ReportPage } from '../features/reports/report-page.tsx';
import { CallForm } from '../features/submissions/call-form.tsx';
import * as awards from '../routes/film/awards.tsx';
import * as comments from '../routes/film/comments.tsx';
import * as premiere from '../routes/watch/premiere.tsx';
import * as trailer from '../routes/watch/trailer.tsx';
import { openList, showPage } from '../testing/show-page.tsx';
import es from './generated/es.json' with { type: 'json' };
import type { Messages } from './plain-message.ts';
import { learn, speak } from './words.ts';

learn('es', es as unknown as Messages);
beforeEach(() => speak('es'));
afterEach(() => speak('en'));

const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);
const pro = aPerson({
  ...{ consumerType: ConsumerType.ENTERTAINMENT_PRO, type: AccountType.INDIVIDUAL, talents: ['Camera Operator'] },
  socialLinks: [{ label: 'website', url: 'ada.example' }],
});

test('kinds of notifications are in the language of the page [SET-07]', async () => {
  const settings = create(NoticeSettingsSchema, {
    kinds: [{ kind: NoticeKind.CONNECTION_REQUESTED, channels: [NoticeChannel.EMAIL] }],
  });
  await showPage(<ChannelTable settings={settings} change={() => () => {}} />);
  expect(screen.getByRole('group', { name: 'Solicitudes de conexión' })).toBeTruthy();
  expect(screen.getByText('Alguien pide conectar contigo.')).toBeTruthy();
});

test('parts of a profile are in the language of the page [SET-07]', async () => {
  await showPage(<CompleteProfile name="Ada" parts={profileParts(pro)} />);
  for (const text of ['Foto', 'Talentos', 'Enlaces']) expect(screen.getByText(text)).toBeTruthy();
});

test.each([
  ['onboarding', <TalentsForm key="first" type="INDIVIDUAL" talents={['Camera Operator']} />],
  ['the profile', <TalentsEditor key="edit" fields={editFields(pro)} />],
])('talents of %s are chosen in the language of the page [SET-07]', async (_of, form) => {
  await showPage(form);
  expect(screen.getByLabelText('Quitar Operación de cámara')).toBeTruthy();
  const options = texts(await openList('Tus talentos'));
  expect(options).toContain('Operación de cámara');
  expect(options).not.toContain('Camera Operator');
});

test('genres are in the language of the page, and their addresses are not [SET-07]', async () => {
  await showPage(<GenreLinks />);
  expect(screen.getByRole('link', { name: 'Comedia' }).getAttribute('href')).toBe('/films?genre=Comedy');
  const filters = filtersOf(new URLSearchParams('genre=Comedy'));
  await showPage(<FilmsPage filters={filters} list={{ films: [], nextCursor: '' }} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Comedia' })).toBeTruthy();
});

test('a link to a website is called so in the language of the page [SET-07]', async () => {
  await showPage(<ProfileLinks links={profileView(aProfile()).links} />);
  expect(screen.getByText('Sitio web')).toBeTruthy();
  expect(EDIT_SCREENS.showcase?.summary(editFields(pro))).toBe('Sitio web');
});

test('reasons of a report are in the language of the page [SET-07]', async () => {
  await showPage(<ReportProfileDialog person={{ id: 'u1', name: 'Ada' }} open onOpenChange={() => {}} />, {
    viewer: pro,
  });
  const reasons = texts(screen.getAllByRole('option'));
  expect(reasons).toContain('Otra cosa');
  expect(reasons).not.toContain('Something else');
});

test('the report of an error has other words than that of a person [SET-07]', async () => {
  await showPage(<ReportPage type={ReportType.BUG} />, { viewer: pro });
  expect(screen.getByRole('button', { name: 'Enviar informe de error' })).toBeTruthy();
});

test('countries of a call are in the language of the page [SET-07]', async () => {
  await showPage(<CallForm festivalId="o1" call={undefined} onSaved={() => {}} />, { viewer: pro });
  expect(texts(await openList('De estos países (opcional)'))).toContain('Alemania');
});

test.each([
  ['Premios', awards],
  ['Reseñas', comments],
  ['Estreno', premiere],
  ['Tráiler', trailer],
])('the title of a page says %s before its film is known [SET-07]', (name, { meta }) => {
  expect(meta({} as never)).toContainEqual({ title: `${name} · Marquee` });
});
