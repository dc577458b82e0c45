import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen } from '@testing-library/react';
import VerifyEmailRoute from '../../routes/account/verify-email.tsx';
import VerifyPhoneRoute from '../../routes/account/verify-phone.tsx';
import { reports } from '../../testing/document-loads.ts';
import { passing, pauseTimeouts, settled } from '../../testing/paused-timeouts.ts';
import { doing, showPage } from '../../testing/show-page.tsx';

pauseTimeouts();

const SCREENS = [
  ['link', '/verify-email', <VerifyEmailRoute key="email" />, 'ada@example.com'],
  ['code', '/verify-phone', <VerifyPhoneRoute key="phone" />, '+12015550123'],
] as const;
type Screen = (typeof SCREENS)[number];

let now = 0;
beforeEach(() => {
  now = Date.UTC(2026, 10, 20);
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});

async function open([, path, page, username]: Screen, answers: Answers = {}, kept: object = {}) {
  const challenge = { session: 's1', userId: 'u1', username, digits: '', createsAccount: false };
  sessionStorage.setItem('challenge', JSON.stringify({ ...challenge, resendAt: 0, resendsUsedUp: false, ...kept }));
  const checkEmailVerification = () => ({ verified: false });
  const calls = await showPage(page, { at: path, path, answers: { checkEmailVerification, ...answers } });
  await settled();
  return { resends: () => calls.sent('resendChallenge').length };
}
const button = () => screen.getByRole('button', { name: /Send a new/ });
const resend = async () => {
  await doing(() => fireEvent.click(button()));
  await settled();
};
const passes = async (ms: number) => {
  now += ms;
  await passing(ms);
};
const timer = () => screen.queryByRole('timer')?.textContent;

test.each(SCREENS.map((screen) => [screen[0], screen] as const))(
  'a new %s may be asked for when the server says, which is counted down [AUT-09]',
  async (what, at) => {
    const answered = { challenge: { session: 's1', userId: 'u1', resendAfterS: 30 } };
    const { resends } = await open(at, { resendChallenge: () => answered }, { resendAt: now + 2_000 });
    expect(timer()).toBe(`You can ask for a new ${what} in 2 seconds.`);
    expect(button().getAttribute('aria-disabled')).toBe('true');
    expect(button().getAttribute('aria-describedby')).toBe(screen.getByRole('timer').id);
    await resend();
    await passes(1_000);
    expect(timer()).toBe(`You can ask for a new ${what} in 1 second.`);
    await resend();
    expect(resends()).toBe(0);
    await passes(1_000);
    expect(timer()).toBeUndefined();
    expect(button().getAttribute('aria-disabled')).toBeNull();
    await resend();
    expect(resends()).toBe(1);
    expect(timer()).toBe(`You can ask for a new ${what} in 30 seconds.`);
  },
);

test.each(SCREENS.map((screen) => [screen[0], screen] as const))(
  'a new %s that is refused says the reason and from when on it may be asked for [AUT-09]',
  async (_what, at) => {
    const message = 'Too many attempts. Please wait 2 minutes and try again.';
    const resendChallenge = refusing(Code.ResourceExhausted, { message, metadata: { retryAfterS: '90' } });
    const { resends } = await open(at, { resendChallenge });
    await resend();
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect(timer()).toContain('in 1:30 minutes.');
    await resend();
    expect(resends()).toBe(1);
    expect(reports).toHaveLength(1);
    await passes(90_000);
    expect(timer()).toBeUndefined();
  },
);

test.each(SCREENS.map((screen) => [screen[0], screen] as const))(
  'a %s that was sent as often as it may be says so, and offers to start again [AUT-09]',
  async (what, at) => {
    const text = `We have sent 5 new ${what}s and cannot send more for this sign-in. Please start again.`;
    await open(at, {}, { resendsUsedUp: true });
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/sign-in');
    expect(screen.queryByRole('button', { name: /Send a new/ })).toBeNull();

    const refused = refusing(Code.FailedPrecondition, { reason: 'RESENDS_USED_UP', message: text });
    await open(at, { resendChallenge: refused });
    await resend();
    expect(screen.getByRole('link', { name: 'Start again' })).toBeTruthy();
  },
);
