import { CONTACT_MESSAGES } from '@marquee/rules/contact';
import { msg } from '../../language/words.ts';

export type ContactKind = 'email' | 'phone';

/** The words of a change of the email and of the phone number. */
export const CONTACT_TEXTS = {
  email: {
    already: msg('This is your email already.'),
    asked: msg('New email'),
    change: msg('Change email'),
    add: msg('Add email'),
    remove: msg('Remove email'),
    removeAsked: msg('Remove this email?'),
    title: msg('Email'),
    path: '/settings/email',
    changed: CONTACT_MESSAGES.emailChanged,
    removed: CONTACT_MESSAGES.emailRemoved,
    failed: CONTACT_MESSAGES.emailFailed,
  },
  phone: {
    already: msg('This is your phone number already.'),
    asked: msg('New phone number'),
    change: msg('Change phone number'),
    add: msg('Add phone number'),
    remove: msg('Remove phone number'),
    removeAsked: msg('Remove this phone number?'),
    title: msg('Phone number'),
    path: '/settings/phone',
    changed: CONTACT_MESSAGES.phoneChanged,
    removed: CONTACT_MESSAGES.phoneRemoved,
    failed: CONTACT_MESSAGES.phoneFailed,
  },
} as const satisfies Record<ContactKind, unknown>;
