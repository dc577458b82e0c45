import { z } from 'zod';
import { ACCOUNT_MESSAGES } from './account-messages.ts';
import { emailSchema as email, phoneSchema as phone } from './contact.ts';
import { COUNTRY_DEFAULT, dialCodeOf } from './countries.ts';
import { normalizePhone } from './phone.ts';
import { countrySchema, firstNameSchema, lastNameSchema } from './profile.ts';

/** An email-only sign-in [AUT-02]. */
export const emailSignInSchema = z.object({
  email: email.refine((text) => text !== '', { message: ACCOUNT_MESSAGES.emailMissing, abort: true }),
});

/** Sign-in by one of both [AUT-01]. */
export const signInSchema = z
  .object({ email, phoneNumber: phone })
  .refine((given) => given.email !== '' || given.phoneNumber !== '', {
    message: ACCOUNT_MESSAGES.emailOrPhoneMissing,
    path: ['email'],
  });

/**
 * Account creation: email or phone or both, names, country [AUT-04]. The dial code is that of the country at the time of
 * sending, whichever of the two was filled in first.
 */
export const createAccountSchema = z
  .object({
    email: z.string(),
    phoneNumber: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    country: z.string(),
  })
  .transform((given) => ({ ...given, phoneNumber: normalizePhone(given.phoneNumber, dialCodeOf(given.country)) }))
  .pipe(
    z
      .object({
        email,
        phoneNumber: phone,
        firstName: firstNameSchema,
        lastName: lastNameSchema,
        country: z
          .string()
          .transform((code) => code || COUNTRY_DEFAULT)
          .pipe(countrySchema),
      })
      .refine((given) => given.email !== '' || given.phoneNumber !== '', {
        message: ACCOUNT_MESSAGES.emailOrPhoneMissing,
        path: ['email'],
        when: () => true,
      }),
  );
