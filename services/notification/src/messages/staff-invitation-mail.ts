import { wordingFor } from '../language/wording.ts';
import { type ChallengeFacts, timeLeft } from './challenge-facts.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';

/** The mail to somebody whom staff invited: they make the account themselves, by proving this address. */
export function staffInvitationMail(facts: ChallengeFacts): Message {
  const wording = wordingFor(facts);
  const { t } = wording;
  return mailMessage(wording, 'STAFF_INVITATION', {
    subject: t('You are invited to Marquee'),
    preview: t('Films and festivals, and the people who make them.'),
    heading: t('You are invited'),
    paragraphs: [
      t('Our team invites you to Marquee, where films and festivals meet the people who make them.'),
      t('Begin with this email address. We send you a link to confirm it, and your account is ready.'),
    ],
    action: { label: t('Create my account'), url: new URL('/create-account', facts.publicUrl).href },
    facts: [{ label: t('Valid for'), value: timeLeft(wording, facts) }],
    footnote: t(
      'You get this because our team was given this address. If you do not want an account, you can ignore this.',
    ),
  });
}
