import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

/** What a local part may be in front of `+` and a mark: with both it has 64 characters at most (RFC 5321). */
const RETURN_NAME_CHARACTERS_MAX = 10;
const RSA_BITS_MIN = 2_048;

/** The part of the environment that makes a mail ours for who receives it. */
export const mailConfig = {
  MAIL_FROM: z
    .string()
    .regex(/^[^@\r\n]*[^@\s]@[^@\s]+$/, 'must be an address, such as Marquee <no-reply@marquee.example>')
    .default('Marquee <no-reply@marquee.example>')
    .describe('the sender of mail'),
  MAIL_RETURN_PATH: z
    .union([z.literal(''), z.email()])
    .default('')
    .describe(
      'where bounces come back to, such as bounces@marquee.example: each mail has an address of its own, with + and a mark; what arrives there has to be passed on to /webhooks/mail. Without it bounces go to MAIL_FROM',
    ),
  DKIM_PRIVATE_KEY: z
    .string()
    .default('')
    .describe('an RSA key as PEM that signs mails for the domain of MAIL_FROM; without it the mail server has to'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,63}$/, 'must be a label of a domain')
    .default('marquee')
    .describe('where the public key is: the TXT record <selector>._domainkey of the domain of MAIL_FROM'),
};

type MailConfig = { MAIL_FROM: string; MAIL_RETURN_PATH: string; DKIM_PRIVATE_KEY: string };

/** The domain of an address, also of one with a name. */
export const domainOf = (address: string): string => address.replace(/>\s*$/, '').split('@').pop()?.toLowerCase() ?? '';

/** Names the settings by which mails would be refused, or signed by nobody. */
export function checkMailConfig(config: MailConfig, refuse: (path: string, message: string) => void): void {
  const { MAIL_FROM, MAIL_RETURN_PATH: returnPath, DKIM_PRIVATE_KEY: pem } = config;
  if (returnPath !== '') {
    const [from, back] = [domainOf(MAIL_FROM), domainOf(returnPath)];
    // RFC 7489: SPF counts for DMARC where the return path is of the sender's organization.
    if (from !== back && !from.endsWith(`.${back}`) && !back.endsWith(`.${from}`)) {
      refuse(
        'MAIL_RETURN_PATH',
        `MAIL_RETURN_PATH has to be an address of ${from}, or SPF does not speak for the mail.`,
      );
    }
    if (returnPath.indexOf('@') > RETURN_NAME_CHARACTERS_MAX) {
      refuse('MAIL_RETURN_PATH', `MAIL_RETURN_PATH has at most ${RETURN_NAME_CHARACTERS_MAX} characters before its @.`);
    }
  }
  if (pem !== '' && !isSigningKey(pem)) {
    refuse('DKIM_PRIVATE_KEY', `DKIM_PRIVATE_KEY is no RSA key of ${RSA_BITS_MIN} bits or more, as PEM.`);
  }
}

function isSigningKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN;
  } catch {
    return false;
  }
}
