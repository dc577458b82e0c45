import { Code } from '@connectrpc/connect';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { answerCalls, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { client } from '../api/browser/client.ts';
import type { RouteHandle } from '../api/route-handle.ts';
import '../testing/component-tests.ts';
import { type as typeText } from '../testing/show-page.tsx';
import { useEndedSession } from './current-user.ts';
import { Shell } from './shell.tsx';

const save = () =>
  void client(StudioService)
    .deleteFilm({ filmId: 'f1' })
    .catch(() => undefined);
const Page = () => (
  <Shell>
    <input aria-label="Name" />
    <button type="button" onClick={save}>
      Save
    </button>
  </Shell>
);
/** Not a part of the page: what is known of the session, whether it is shown or not. */
function Ended() {
  return useEndedSession() ? <p>the session has ended</p> : null;
}

/** Opens a page without bars as the first of this visit: nothing has asked who is there. */
async function open(handle: RouteHandle) {
  const refused = refusing(Code.Unauthenticated, { message: 'Please sign in again.' });
  const calls = answerCalls({ getCurrentUser: () => ({ user: aPerson() }), deleteFilm: refused });
  // biome-ignore lint/suspicious/noDocumentCookie: the gateway sets this cookie beside the session's.
  document.cookie = 'marquee-signed-in-80=1; max-age=60';
  const Stub = createRoutesStub([{ path: '/', Component: Page, handle }]);
  await act(async () => {
    render(
      <>
        <Stub />
        <Ended />
      </>,
    );
  });
  return calls;
}
const pressSave = () => act(async () => void fireEvent.click(screen.getByText('Save')));

test('a session that ended elsewhere is noticed on a page without bars, and on no screen of sign-in', async () => {
  const { sent } = await open({ bare: true });
  expect(screen.queryByRole('banner')).toBeNull();
  await waitFor(() => expect(sent('getCurrentUser')).toHaveLength(1));
  await typeText('Name', 'typed');
  // Until the answer has come there is nobody whose session could end.
  await waitFor(async () => {
    await pressSave();
    expect(screen.getByText('the session has ended')).toBeTruthy();
  });
  expect(await screen.findByRole('dialog', { name: 'Please sign in again' })).toBeTruthy();
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('typed');

  cleanup();
  const signIn = await open({ bare: true, withoutAccount: true });
  await pressSave();
  expect(screen.getByText('the session has ended')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(signIn.sent('getCurrentUser')).toEqual([]);
});
