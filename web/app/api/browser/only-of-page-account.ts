import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { otherAccountUsed, usesOtherAccount } from './page-account.ts';

const AUTH = 'identity.v1.AuthService';
const OF_ANY_ACCOUNT = new Set([
  'identity.v1.PasskeyService/StartPasskeySignIn',
  'identity.v1.PasskeyService/SignInWithPasskey',
]);
const OF_ONE_ACCOUNT = new Set([`${AUTH}/SignOut`, `${AUTH}/CheckEmailChangeStatus`]);

/** Signing in, and choosing an account, is done from pages of any account. */
function isOfAnyAccount(service: string, method: string): boolean {
  const name = `${service}/${method}`;
  if (service === 'identity.v1.BrowserAccountService' || OF_ANY_ACCOUNT.has(name)) return true;
  return service === AUTH && !OF_ONE_ACCOUNT.has(name);
}

/** Refuses the calls of a page while the browser uses another account: as if its session had ended, so nothing is lost. */
export const onlyOfPageAccount: Interceptor = (next) => async (request) => {
  if (!usesOtherAccount() || isOfAnyAccount(request.service.typeName, request.method.name)) return next(request);
  window.dispatchEvent(new Event(otherAccountUsed));
  throw new ConnectError('This browser uses another account now.', Code.Unauthenticated);
};
