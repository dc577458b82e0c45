import { ConsumerType, type User } from '@marquee/contracts/identity/v1/account_pb';
import { ONBOARDING_PATHS } from '@marquee/rules/onboarding';
import { type RouterContextProvider, redirect } from 'react-router';
import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';

type Screen = keyof typeof ONBOARDING_PATHS;
type Args = { context: Readonly<RouterContextProvider>; request: Request };

/**
 * The account for a screen of onboarding. Redirects home when onboarding is over, and to the first open screen when this
 * one is not open to the account [ONB-01] [ONB-02].
 */
export async function onboardingUser({ context, request }: Args, screen: Screen): Promise<User> {
  requireViewer({ context, url: new URL(request.url) });
  const { user } = await context.get(api).profile.getCurrentUser({});
  if (!user?.isOnboarding) throw redirect('/');
  const chosen = user.consumerType !== ConsumerType.UNSPECIFIED;
  const pro = user.consumerType === ConsumerType.ENTERTAINMENT_PRO;
  const mine = screen === 'USER_TYPE' || (chosen && (screen === 'FULL_NAME' || pro));
  if (!mine) throw redirect(chosen ? ONBOARDING_PATHS.FULL_NAME : ONBOARDING_PATHS.USER_TYPE);
  return user;
}

export const isPro = (user: User) => user.consumerType === ConsumerType.ENTERTAINMENT_PRO;
