import { CONTACT_MESSAGES } from '@marquee/rules/contact';

export type ContactKind = 'email' | 'phone';

/** The words of a change of the email and of the phone number. */
export const CONTACT_TEXTS = {
  email: {
    name: 'email',
    title: 'Email',
    path: '/settings/email',
    changed: CONTACT_MESSAGES.emailChanged,
    removed: CONTACT_MESSAGES.emailRemoved,
    failed: CONTACT_MESSAGES.emailFailed,
  },
  phone: {
    name: 'phone number',
    title: 'Phone number',
    path: '/settings/phone',
    changed: CONTACT_MESSAGES.phoneChanged,
    removed: CONTACT_MESSAGES.phoneRemoved,
    failed: CONTACT_MESSAGES.phoneFailed,
  },
} as const satisfies Record<ContactKind, unknown>;
