import { createTransport } from 'nodemailer';
import type { Message } from '../messages/message.ts';
import type { MailMarks } from '../reports/mail-marks.ts';
import { isAddressGone } from './address-gone.ts';
import { domainOf } from './mail-config.ts';
import type { Carrier } from './mailer.ts';
import { PermanentRefusal } from './mailer.ts';

const CONNECTIONS_MAX = 3;
const MESSAGES_PER_CONNECTION_MAX = 100;
const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

/**
 * Mail over SMTP, on a few connections that stay open. With a password in `url`, a server on another machine must offer
 * TLS, because an attacker in between could remove the offer and read the password; `?requireTLS=false` turns that off.
 * Without a password TLS is used where it is offered.
 */
export function smtpMailer({ url, from, publicUrl, returnPath = '', marks, dkim }: MailerOptions): Carrier {
  const signing = dkim && { ...dkim, domainName: domainOf(from), headerFieldNames: SIGNED_HEADERS };
  const transport = openTransport(url, signing);
  const domain = new URL(publicUrl).hostname;
  return {
    async send({ id, to, message }) {
      const mark = marks?.markOf(id, to);
      // As an object, so that an address cannot add a display name or further recipients.
      const recipient = { name: '', address: to };
      try {
        await transport.sendMail({
          from,
          ...(mark && returnPath && { envelope: { from: returnPath.replace('@', `+${mark}@`), to: recipient } }),
          to: recipient,
          subject: message.subject,
          text: message.text,
          html: message.html,
          attachments: message.attachments?.map((file) => ({ ...file, content: Buffer.from(file.content) })),
          messageId: `<${id}@${domain}>`,
          headers: { ...HEADERS, ...(mark && { 'X-Marquee-Mark': mark }), ...oneClickHeaders(message) },
        });
      } catch (error) {
        throw isPermanentRefusal(error) ? new PermanentRefusal(saidIn(error), error) : error;
      }
    },
    close: () => transport.close(),
  };
}

type MailerOptions = {
  url: string;
  from: string;
  publicUrl: string;
  /** Where bounces come back to; '' for the sender. Each mail has its mark in it. */
  returnPath?: string;
  marks?: MailMarks;
  /** Signs for the domain of `from` (RFC 6376); without it the mail server has to. */
  dkim?: { keySelector: string; privateKey: string } | undefined;
};

/** Those of RFC 6376, 5.4.1, and those that RFC 8058 asks for. */
const SIGNED_HEADERS =
  'from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:list-unsubscribe:list-unsubscribe-post';

const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

// RFC 8058: the DKIM signature covers both.
function oneClickHeaders({ oneClickUrl }: Message): Record<string, string> {
  if (!oneClickUrl) return {};
  return { 'List-Unsubscribe': `<${oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Signs in to the mail server once.
 *
 * @throws Error that says by codes why it does not let this process in: a server may repeat the password in its answer,
 *   and a URL that is written wrongly has the user or the password where the host should be
 */
export async function askMailServer(url: string): Promise<void> {
  const transport = openTransport(url);
  try {
    await transport.verify();
  } catch (error) {
    const codes = Object.entries(codesOf(error)).filter(([, value]) => value !== undefined);
    const said = codes.map(([name, value]) => `${name} ${value}`).join(', ');
    throw new Error(`the mail server cannot be used${said && ` (${said})`}`);
  } finally {
    transport.close();
  }
}

/** What of an error about a mail may be logged: what a mail server writes may hold the address, or the password. */
export function codesOf(error: unknown): Pick<SmtpError, 'code' | 'responseCode' | 'command'> {
  const { code, responseCode, command } = error as SmtpError;
  return { code, responseCode, command };
}

function openTransport(url: string, dkim?: { domainName: string; keySelector: string; privateKey: string }) {
  const timeouts = { connectionTimeout: CONNECT_TIMEOUT_MS, greetingTimeout: CONNECT_TIMEOUT_MS };
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxMessages: MESSAGES_PER_CONNECTION_MAX,
    socketTimeout: SOCKET_TIMEOUT_MS,
    requireTLS: hasPasswordFor(url),
    // Templates never refer to files or addresses; these settings make sure that none is read.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim }),
    ...timeouts,
  });
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function hasPasswordFor(url: string): boolean {
  const { password, hostname } = new URL(url);
  return password !== '' && !LOOPBACK.test(hostname);
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string };

// RFC 5321, 4.2.1: 5yz is permanent. Only refusals of the recipient or of the message are bounces; a 5yz to AUTH or MAIL
// FROM is about our own configuration.
function isPermanentRefusal(error: unknown): error is SmtpError {
  const { responseCode = 0, command = '' } = error as SmtpError;
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

/** A server without enhanced codes says by when it refuses what it refuses: the recipient, or the message. */
function saidIn({ response, responseCode, command }: SmtpError): { diagnostic: string; addressGone: boolean } {
  const [, status] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '') ?? [];
  const addressGone = status === undefined ? command === 'RCPT TO' : isAddressGone(status);
  return { diagnostic: response ?? String(responseCode), addressGone };
}
