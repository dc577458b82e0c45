import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { FilmSchema, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { PrimaryAction as Action, GetFilmAccessResponseSchema } from '@marquee/contracts/film/v1/watch_pb';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { AwardsPage } from './awards.tsx';
import { FilmError } from './film-error.tsx';
import { filmHead, filmView } from './film-view.ts';
import { PrimaryAction } from './primary-action.tsx';
import { ReviewsSection } from './reviews-section.tsx';

const film = (part: Parameters<typeof create<typeof FilmSchema>>[1] = {}) =>
  filmView(
    create(FilmSchema, { id: 'f1', filmTitle: 'Salt', isFree: true, published: true, isApproved: true, ...part }),
  );

function show(element: React.ReactElement) {
  return render(<MemoryRouter initialEntries={['/feed/f1']}>{element}</MemoryRouter>);
}

const ready = (access: Parameters<typeof create<typeof GetFilmAccessResponseSchema>>[1]) =>
  ({ state: 'ready', value: create(GetFilmAccessResponseSchema, access) }) as const;

test.each([
  [Action.WATCH, {}, 'Watch', '/feed/f1/watch'],
  [Action.RESUME, { resumePositionMs: 754_000 }, 'Resume from 12:34', '/feed/f1/watch'],
  [Action.GET_TICKET, {}, 'Get a ticket', '/feed/f1/premiere'],
  [Action.SIGN_IN, {}, 'Sign in to watch', '/sign-in?returnTo=%2Ffeed%2Ff1'],
  [Action.TRAILER, {}, 'Watch the trailer', '/feed/f1/trailer'],
])('the primary action %d leads on as the access allows [FLM-02:action]', (action, part, name, href) => {
  show(<PrimaryAction film={film()} access={ready({ access: { action }, ...part })} onRetry={() => {}} />);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
});

test('a price is named on the button, and a free film says so', () => {
  const unlock = ready({ access: { action: Action.UNLOCK } });
  const { unmount } = show(
    <PrimaryAction film={film({ isFree: false, usdCost: 499n })} access={unlock} onRetry={() => {}} />,
  );
  expect(screen.getByRole('button', { name: 'Unlock for $4.99' })).toBeTruthy();
  unmount();
  show(<PrimaryAction film={film()} access={unlock} onRetry={() => {}} />);
  expect(screen.getByRole('button', { name: 'Watch free' })).toBeTruthy();
});

test('access that could not be loaded says so and can be asked for again [WAT-01:page]', () => {
  show(<PrimaryAction film={film()} access={{ state: 'failed', cause: undefined }} onRetry={() => {}} />);
  expect(screen.getByRole('alert').textContent).toContain('We failed to load your access to the film.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a film without a file sends its maker to the upload, and says to everybody else that there is nothing yet', () => {
  const access = { action: Action.NONE, reason: 'FILM_MISSING', message: 'There is no film to watch here yet.' };
  const { unmount } = show(
    <PrimaryAction film={film()} access={ready({ access, canEdit: true })} onRetry={() => {}} />,
  );
  expect(screen.getByRole('link', { name: 'Upload the film' }).getAttribute('href')).toBe('/content/f1/upload');
  expect(screen.getByText('No film is uploaded yet.')).toBeTruthy();
  unmount();
  show(<PrimaryAction film={film()} access={ready({ access })} onRetry={() => {}} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('There is no film to watch here yet.')).toBeTruthy();
});

test.each([
  ['a draft', { published: false }, true],
  ['a film that is not approved', { isApproved: false }, true],
  ['a public film', {}, false],
])('whether its maker, watching %s, sees that others may not', (_name, part, preview) => {
  const access = ready({ access: { action: Action.WATCH, valid: true, preview: true } });
  show(<PrimaryAction film={film(part)} access={access} onRetry={() => {}} />);
  expect(screen.queryByText(/past its region and window/) !== null).toBe(preview);
});

test('who has reviewed a film is asked to change the review, not to rate it again', () => {
  const { unmount } = show(<ReviewsSection film={film()} reviews={[]} access={ready({ ownRating: 4 })} />);
  expect(screen.getByRole('link', { name: 'Change your review' }).getAttribute('href')).toBe('/feed/f1/comments#rate');
  unmount();
  show(<ReviewsSection film={film()} reviews={[]} access={{ state: 'loading' }} />);
  expect(screen.getByRole('link', { name: 'Rate this film' })).toBeTruthy();
});

test.each([
  ['FILM_NOT_FOUND', 'Film not found'],
  ['FILM_NOT_AVAILABLE', 'Film Not Available'],
])('%s is said in its own words [FLM-09:views]', (reason, message) => {
  const error = new ApiError({ code: 'NotFound', reason, message, fields: [], metadata: {} });
  const data = { status: 404, statusText: '', internal: false, data: { ...error, message } };
  show(<FilmError error={data} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(message);
});

test('a title in the header is cut at 20 characters [FLM-09:title]', () => {
  const head = filmHead(film({ filmTitle: 'What the River Took and Never Gave Back' }));
  show(<AwardsPage film={head} awards={[]} />);
  const crumbs = screen.getAllByRole('link', { name: 'What the River Took…' });
  expect(crumbs.length).toBeGreaterThan(0);
  expect(screen.getByText('No awards listed yet')).toBeTruthy();
});

test('release types and dates are written as viewers know them [FLM-10:page]', () => {
  const view = film({
    releaseType: ReleaseType.SCREENING,
    createdAt: timestampFromDate(new Date('2026-11-05T23:30:00Z')),
  });
  expect(view.release).toBe('Festival Screening');
  expect(view.facts).toContainEqual({ name: 'Added', text: 'Nov 05, 2026' });
  expect(film({ releaseType: ReleaseType.WATCH_NOW }).release).toBe('On Demand');
});
