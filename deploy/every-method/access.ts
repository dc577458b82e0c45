import { Audience, accessOf } from '@marquee/contracts/access';
import { isRead } from '@marquee/contracts/idempotency';
import { viewers } from '@marquee/testing/viewers';
import { call, isBroken } from './call.ts';
import { callerNames, mayCall, viewerOf } from './callers.ts';
import { methods } from './running-services.ts';

/** The reasons that the access policy gives, and no use case. */
const REFUSALS = new Set(['SIGN_IN_NEEDED', 'FORBIDDEN', 'SERVICES_ONLY', 'STEP_UP_NEEDED']);

/** Tests of who may call each method. */
export function testAccess(): void {
  test.each(methods)(
    '%s lets those call whom its contract names, and nobody else [SYS-06:access]',
    async (_name, method) => {
      for (const caller of callerNames) {
        const answer = await call(method, { viewer: viewerOf(caller) }, {});
        // Before anything else is looked at, so that a refusal says nothing of what there is.
        expect([caller, REFUSALS.has(answer.reason)]).toEqual([caller, !mayCall(method, caller)]);
        expect([caller, isBroken(answer), answer]).toEqual([caller, false, answer]);
      }
    },
  );

  test.each(methods)(
    '%s writes nothing for an account that is closing, but for what its contract allows [SET-05:closing]',
    async (_name, method) => {
      const access = accessOf(method);
      const asks = [Audience.SIGNED_IN, Audience.PRO].includes(access?.audience ?? Audience.UNSPECIFIED);
      const answer = await call(method, { viewer: viewers.entertainmentPro({ closing: true }) }, {});
      expect(answer.reason === 'ACCOUNT_CLOSING').toBe(asks && !isRead(method) && !access?.whileClosing);
      expect([isBroken(answer), answer]).toEqual([false, answer]);
    },
  );
}
