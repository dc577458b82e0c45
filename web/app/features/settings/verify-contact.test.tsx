import { Code } from '@connectrpc/connect';
import { EmailChangeState } from '@marquee/contracts/identity/v1/auth_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen } from '@testing-library/react';
import VerifyEmailRoute from '../../routes/settings/verify-email.tsx';
import VerifyPhoneRoute from '../../routes/settings/verify-phone.tsx';
import { passing, pauseTimeouts, settled } from '../../testing/paused-timeouts.ts';
import { address, doing, seeToast, showPage } from '../../testing/show-page.tsx';

pauseTimeouts();

const keep = (username: string) => {
  const kept = { session: 's1', userId: 'u9', username, digits: '42', createsAccount: false, resendAt: 0 };
  sessionStorage.setItem('challenge', JSON.stringify({ ...kept, resendsUsedUp: false }));
};
const status = (name: keyof typeof EmailChangeState, email = 'new@example.com') => ({
  emailStatus: { status: EmailChangeState[name], email },
});

async function open(kind: 'email' | 'phone', answers: Answers) {
  const at = `/settings/verify-${kind}`;
  const calls = await showPage(kind === 'email' ? <VerifyEmailRoute /> : <VerifyPhoneRoute />, {
    ...{ at, path: at, viewer: aPerson(), answers },
  });
  await settled();
  return calls;
}

describe('a change of email or phone number is confirmed on a screen of its own [AUT-14]', () => {
  test('it asks every 5 seconds until the email is UPDATED, then goes to the account by itself [AUT-14:poll]', async () => {
    keep('new@example.com');
    const checkEmailChangeStatus = inTurn<unknown[], unknown>(
      () => status('PENDING'),
      failing,
      () => status('UPDATED'),
    );
    const { sent } = await open('email', { checkEmailChangeStatus: checkEmailChangeStatus as never });
    const asked = () => sent('checkEmailChangeStatus').length;
    expect(asked()).toBe(1);
    expect(screen.getByText('new@example.com')).toBeTruthy();
    expect(screen.getByTestId('digits').textContent).toContain('42');
    await passing(4_999);
    expect(asked()).toBe(1);
    await passing(1);
    await passing(5_000);
    expect(address()).toBe('/settings/account');
    await seeToast('Your email was changed.');
    expect(sessionStorage.getItem('challenge')).toBeNull();
    const before = asked();
    await passing(10_000);
    expect(asked()).toBe(before);
  });

  test('a tab without the challenge says where the link went, by what the account knows [AUT-14:poll]', async () => {
    await open('email', { checkEmailChangeStatus: () => status('PENDING') });
    expect(screen.getByText('new@example.com')).toBeTruthy();
    expect(screen.queryByTestId('digits')).toBeNull();
  });

  const enter = async (code: string) => {
    await doing(() => fireEvent.change(screen.getByLabelText('Code'), { target: { value: code } }));
    await settled();
  };

  test('the code of a new number leads to the account [AUT-14:code]', async () => {
    keep('+12025550111');
    const { sent } = await open('phone', {
      verifyCode: () => ({ user: aPerson(), next: '/settings/account' }),
    });
    expect(screen.getByText('+12025550111')).toBeTruthy();
    await enter('123456');
    expect(sent('verifyCode')).toEqual([
      expect.objectContaining({ session: 's1', phoneNumber: '+12025550111', code: '123456' }),
    ]);
    expect(address()).toBe('/settings/account');
    await seeToast('Your phone number was changed.');
  });

  test.each([
    ['nothing', undefined],
    ['a link to a new email', 'new@example.com'],
  ])(
    'while %s is pending no text message was sent: it leads back to the beginning [AUT-14:code]',
    async (_of, username) => {
      sessionStorage.clear();
      if (username) keep(username);
      await open('phone', {});
      expect(screen.getByRole('alert').textContent).toContain('This change has expired. Nothing was changed.');
      expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/settings/phone');
      expect(screen.queryByText(/We sent a text message/)).toBeNull();
      expect(screen.queryByLabelText('Code')).toBeNull();
    },
  );

  test("a code submitted while signed out: 'Please signin to send code'; a wrong one can be typed again [AUT-14:signed-out]", async () => {
    keep('+12025550111');
    const refusal = (message: string) => refusing(Code.FailedPrecondition, { message });
    await open('phone', {
      verifyCode: inTurn<unknown[], unknown>(
        refusal('Please signin to send code'),
        refusal('Invalid or Expired Code'),
      ) as never,
    });
    await enter('123456');
    expect(screen.getAllByText('Please signin to send code').length).toBeGreaterThan(0);
    await enter('654321');
    expect(screen.getAllByText('Invalid or Expired Code').length).toBeGreaterThan(0);
    expect(address()).toBe('/settings/verify-phone');
  });
});
