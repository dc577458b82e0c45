import { requireGiven } from './fresh-proof.ts';

test('money goes elsewhere only with a proof that was given; what is missing says how to give it', () => {
  expect(() => requireGiven('GIVEN')).not.toThrow();
  expect(() => requireGiven('PASSKEY_NEEDED')).toThrow(expect.objectContaining({ reason: 'STEP_UP_NEEDED' }));
  for (const proof of ['SIGN_IN_NEEDED', undefined]) {
    expect(() => requireGiven(proof)).toThrow(expect.objectContaining({ reason: 'SIGN_IN_AGAIN' }));
  }
});
