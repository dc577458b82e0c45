import { createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { refusalOf } from '@marquee/contracts/refusals';

/**
 * Asks for a passkey when a call needs a fresh one, and makes the call again: the same one, so that it takes effect once
 * [AUT-17].
 */
export function stepUpWhenNeeded(stepUp: () => Promise<void>): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (error) {
      if (request.stream || refusalOf(error).reason !== 'STEP_UP_NEEDED') throw error;
      await stepUp();
      return next(request);
    }
  };
}

/** Proves by a passkey that the person at this session is its owner. */
export async function stepUp(transport: Transport): Promise<void> {
  // Loaded when they are needed: the first screen is small.
  const [{ startAuthentication }, { PasskeyService }] = await Promise.all([
    import('@simplewebauthn/browser'),
    import('@marquee/contracts/identity/v1/passkey_pb'),
  ]);
  const passkeys = createClient(PasskeyService, transport);
  const { ceremony } = await passkeys.startStepUp({});
  if (!ceremony) throw new Error('the answer has no ceremony');
  const credential = await startAuthentication({ optionsJSON: JSON.parse(ceremony.optionsJson) });
  await passkeys.stepUp({ ceremonyToken: ceremony.token, credentialJson: JSON.stringify(credential) });
}
