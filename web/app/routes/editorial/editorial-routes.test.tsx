import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ReportType } from '@marquee/contracts/identity/v1/report_pb';
import { EditorialContent } from '@marquee/contracts/marketing/v1/editorial_pb';
import { failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';
import { SETTINGS_GROUPS } from '../../features/settings/settings-screens.ts';
import { openRoute } from '../../testing/open-route.tsx';
import { later, press, type } from '../../testing/show-page.tsx';
import * as faq from './faq.tsx';
import * as feedback from './feedback.tsx';
import * as license from './license-agreement.tsx';
import * as privacy from './privacy-policy.tsx';
import * as bug from './report-bug.tsx';
import * as terms from './terms-of-use.tsx';

const TEXTS = [
  ['/terms-of-use', terms, EditorialContent.TERMS_OF_USE, 'Terms of use', 'Failed to load the terms of use'],
  ['/privacy-policy', privacy, EditorialContent.PRIVACY_POLICY, 'Privacy policy', 'Failed to load the privacy policy'],
  [
    '/license-agreement',
    license,
    EditorialContent.LICENSE_AGREEMENT,
    'License agreement',
    'Failed to load the license agreement',
  ],
  ['/faq', faq, EditorialContent.FAQ, 'Frequently asked questions', 'Failed to load the FAQ'],
] as const;

test.each(TEXTS)(
  '%s shows its text as staff wrote it, to everybody, and says so when it could not be loaded [SET-06]',
  async (path, route, content, title, failure) => {
    const updatedAt = timestampFromDate(new Date('2026-11-05T23:30:00Z'));
    const { sent } = await openRoute(route, path, {
      path,
      answers: { getEditorialContent: () => ({ html: '<h2>Part</h2><p>Some <strong>words</strong>.</p>', updatedAt }) },
    });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
    expect(screen.getByRole('heading', { level: 2, name: 'Part' })).toBeTruthy();
    expect(screen.getByText('words').tagName).toBe('STRONG');
    expect(screen.getByText('Last changed on Nov 05, 2026.')).toBeTruthy();
    expect(sent('getEditorialContent')).toEqual([expect.objectContaining({ content, language: 'en' })]);
    const key = `setting:${path.slice(1)}`;
    expect(route.handle.publicPage.tags()).toEqual([key, `${key}-es`, `${key}-fr`]);

    await openRoute(route, path, { path, answers: { getEditorialContent: failing } });
    expect((await screen.findByRole('alert')).textContent).toContain(failure);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  },
);

test('a text that there is in English only says so on the page of another language [SET-06:languages]', async () => {
  const inLanguage = (language: string) =>
    openRoute(faq, '/faq', {
      path: '/faq',
      answers: { getEditorialContent: () => ({ html: '<p>Text</p>', language }) },
    });
  const note = /^This text is not available in your language yet/;
  await inLanguage('en');
  expect(screen.queryByText(note)).toBeNull();
  // As if the page were in another language than the text.
  await inLanguage('fr');
  expect(screen.getByRole('note').textContent).toMatch(note);
  expect(screen.getByText('Text').parentElement?.lang).toBe('fr');
});

test('a text that nobody has changed names no day', async () => {
  await openRoute(faq, '/faq', { path: '/faq', answers: { getEditorialContent: () => ({ html: '<p>Text</p>' }) } });
  expect(await screen.findByText('Text')).toBeTruthy();
  expect(screen.queryByText(/Last changed/)).toBeNull();
});

const REPORTS = [
  [
    '/settings/report-bug',
    bug,
    ReportType.BUG,
    'Send bug report',
    'Thank you. Your bug report was sent.',
    'bug report',
  ],
  [
    '/settings/feedback',
    feedback,
    ReportType.FEEDBACK,
    'Send feedback',
    'Thank you. Your feedback was sent.',
    'feedback',
  ],
] as const;
const value = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;

beforeEach(() => sessionStorage.clear());

test.each(REPORTS)(
  '%s sends title and details once, and says so [SET-03:form]',
  async (path, route, kind, submit, thanks) => {
    const answer = later<object>();
    const { sent } = await openRoute(route, path, {
      path,
      viewer: aPerson(),
      answers: { submitReport: answer.answer },
    });
    const listed = SETTINGS_GROUPS.flatMap(({ screens }) => screens).find((screen) => screen.path === path);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(listed?.title);
    await type(/^Title/, 'No sound');
    await type(/^Details/, 'Since today.');
    await press(submit);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: new RegExp(submit) }).getAttribute('aria-busy')).toBe('true'),
    );
    await press(new RegExp(submit));
    await answer.resolve({ reportId: 'r1' });
    expect(await screen.findByText(thanks)).toBeTruthy();
    expect(sent('submitReport')).toEqual([
      expect.objectContaining({ type: kind, title: 'No sound', details: 'Since today.' }),
    ]);
    await press(/another bug|more feedback/);
    expect([value(/^Title/), value(/^Details/)]).toEqual(['', '']);
  },
);

test.each(REPORTS)('%s without title or details is not sent [SET-03:form]', async (path, route, _, submit) => {
  const { sent } = await openRoute(route, path, { path, viewer: aPerson(), answers: { submitReport: () => ({}) } });
  await press(submit);
  expect(await screen.findByText('Please add a title.')).toBeTruthy();
  expect(screen.getByText('Please add details.')).toBeTruthy();
  expect(sent('submitReport')).toEqual([]);
});

test.each(REPORTS)(
  '%s keeps what was typed when sending failed, and over a reload [SET-03:form]',
  async (path, route, _, submit, thanks, what) => {
    const answers = { submitReport: inTurn(failing, () => ({})) };
    await openRoute(route, path, { path, viewer: aPerson(), answers });
    await type(/^Title/, 'No sound');
    await type(/^Details/, 'Since today.');
    await press(submit);
    expect(await screen.findByText(`We failed to send your ${what}. Please try again later.`)).toBeTruthy();
    await openRoute(route, path, { path, viewer: aPerson(), answers });
    await waitFor(() => expect([value(/^Title/), value(/^Details/)]).toEqual(['No sound', 'Since today.']));
    await press(submit);
    expect(await screen.findByText(thanks)).toBeTruthy();
  },
);

test('too many reports a day are refused in words [SET-03:form]', async () => {
  const message = 'You have sent us 20 reports today. Please send the next one tomorrow.';
  const answers = { submitReport: refusing(Code.ResourceExhausted, { message }) };
  await openRoute(bug, '/settings/report-bug', { path: '/settings/report-bug', viewer: aPerson(), answers });
  await type(/^Title/, 'No sound');
  await type(/^Details/, 'Since today.');
  await press('Send bug report');
  expect(await screen.findByText(message)).toBeTruthy();
});
