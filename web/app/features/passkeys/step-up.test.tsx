import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { unknownRefusal } from '@marquee/contracts/refusal';
import { refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';

const proof = { stepUp: async () => {}, cancelled: false };
jest.unstable_mockModule('./ceremonies.ts', () => ({
  hasPasskeys: () => true,
  isCancelled: () => proof.cancelled,
  stepUp: () => proof.stepUp(),
}));
const { press, showPage, type } = await import('../../testing/show-page.tsx');
const { ApiError } = await import('../../api/api-error.ts');
const { CloseAccount } = await import('../own-data/close-account.tsx');

beforeEach(() => {
  proof.stepUp = async () => {};
  proof.cancelled = false;
});

/** The page of closing, whose call is refused until there is a proof. */
async function closing(reason: string) {
  const state = { proven: false };
  const page = await showPage(<CloseAccount />, {
    viewer: aPerson(),
    answers: {
      getClosing: () => ({ typed: 'EMAIL' }),
      closeOwnAccount: () => (state.proven ? {} : refusing(Code.PermissionDenied, { reason })()),
    },
  });
  await type('Type the email of your account', 'ada@example.com');
  await press('Close my account');
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  return { ...page, state };
}

test('what matters asks for the passkey, and is done once it was shown [AUT-17:prompt]', async () => {
  const { state, sent } = await closing('STEP_UP_NEEDED');
  proof.stepUp = async () => {
    state.proven = true;
  };
  await press('Confirm with your passkey');
  expect(await screen.findByText('Your account is closing')).toBeTruthy();
  expect(sent('closeOwnAccount')).toHaveLength(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a passkey that is refused is said, a closed window is not, and what was typed stays [AUT-17:prompt]', async () => {
  const { sent } = await closing('STEP_UP_NEEDED');
  proof.stepUp = async () => {
    throw new ApiError({ ...unknownRefusal, code: 'NotFound', message: 'That passkey is not known here.' });
  };
  await press('Confirm with your passkey');
  expect(await screen.findByText('That passkey is not known here.')).toBeTruthy();
  proof.cancelled = true;
  await press('Confirm with your passkey');
  expect(screen.queryByText('That passkey is not known here.')).toBeNull();
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('closeOwnAccount')).toHaveLength(1);
  expect((screen.getByLabelText('Type the email of your account') as HTMLInputElement).value).toBe('ada@example.com');
});

test('without a passkey the way is to sign in again, and to come back [AUT-17:prompt]', async () => {
  await closing('SIGN_IN_AGAIN');
  expect(screen.queryByRole('button', { name: 'Confirm with your passkey' })).toBeNull();
  const link = screen.getByRole('link', { name: 'Sign in again' });
  // The address says so: else who is signed in is sent straight back.
  expect(link.getAttribute('href')).toMatch(/^\/sign-in\?returnTo=[^&]+&again=1$/);
});
