import { type ChallengeFacts, timeLeft } from './challenge-facts.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';

/** The mail to somebody whom staff invited: they make the account themselves, by proving this address. */
export function staffInvitationMail(facts: ChallengeFacts): Message {
  return mailMessage('STAFF_INVITATION', {
    subject: 'You are invited to Marquee',
    preview: 'Films and festivals, and the people who make them.',
    heading: 'You are invited',
    paragraphs: [
      'Our team invites you to Marquee, where films and festivals meet the people who make them.',
      'Begin with this email address. We send you a link to confirm it, and your account is ready.',
    ],
    action: { label: 'Create my account', url: new URL('/create-account', facts.publicUrl).href },
    facts: [{ label: 'Valid for', value: timeLeft(facts) }],
    footnote:
      'You get this because our team was given this address. If you do not want an account, you can ignore this.',
  });
}
