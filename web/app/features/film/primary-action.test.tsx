import { create } from '@bufbuild/protobuf';
import { PrimaryAction as Action, GetFilmAccessResponseSchema } from '@marquee/contracts/film/v1/watch_pb';
import { aFilm } from '@marquee/testing/contract-messages';
import { screen } from '@testing-library/react';
import { showPage } from '../../testing/show-page.tsx';
import { filmView } from './film-view.ts';
import { PrimaryAction } from './primary-action.tsx';

type Access = { action?: Action; reason?: string; message?: string };

function open(access: Access, { canEdit = false, isBesideFilm = false, film = {} } = {}) {
  const value = create(GetFilmAccessResponseSchema, { access, canEdit });
  return showPage(
    <PrimaryAction
      film={filmView(aFilm({ hasTrailer: true, ...film }))}
      access={{ state: 'ready', value }}
      onRetry={() => {}}
      isBesideFilm={isBesideFilm}
    />,
    { answers: { listPreparing: () => ({}) } },
  );
}

test.each([
  [false, 'Watch the trailer'],
  [true, undefined],
])('a film that is being prepared, beside a link to its page %s, offers %p', async (isBesideFilm, link) => {
  const access = { action: Action.TRAILER, reason: 'FILM_PROCESSING', message: 'Being prepared.' };
  await open(access, { isBesideFilm });
  expect(screen.getByText('Being prepared.')).toBeTruthy();
  expect(screen.queryByRole('link')?.textContent).toBe(link);
});

test.each([
  [true, 'FILM_MISSING', true],
  [true, 'SCREENING_STOPPED', false],
  [false, 'FILM_MISSING', false],
])('who may edit (%s) uploads a film that is missing, and none else: %s', async (canEdit, reason, uploads) => {
  await open({ action: Action.NONE, reason, message: 'Not now.' }, { canEdit });
  expect(screen.queryByRole('link', { name: 'Upload the film' }) !== null).toBe(uploads);
});

test('a film with a price says what the server says of it [WAT-02:page]', async () => {
  await open({ action: Action.UNLOCK, message: 'Unlock it to watch.' }, { film: { isFree: false, usdCost: 499n } });
  expect(await screen.findByText('Unlock it to watch.')).toBeTruthy();
});
