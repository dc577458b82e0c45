import { listenLocally } from '@marquee/testing/listen-locally';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = { to: string; mail: Email };

/** A real SMTP server on this machine, which keeps the mail that it receives. */
export type MailServer = {
  url: string;
  received: ReceivedMail[];
  /** Addresses whose mail is refused for now, as with a full mailbox. */
  refused: Set<string>;
  /** One entry for each refusal. */
  refusals: string[];
  to(address: string): ReceivedMail[];
  stop(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refused = new Set<string>();
  const refusals: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (!refused.has(address)) return done();
      refusals.push(address);
      done(Object.assign(new Error('4.2.2 Mailbox full'), { responseCode: 452 }));
    },
    onData(stream, { envelope }, done) {
      stream.toArray().then(async (chunks: Buffer[]) => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        for (const { address } of envelope.rcptTo) received.push({ to: address, mail });
        done();
      }, done);
    },
  });
  // A client that is killed while it is connected is no failure of the test.
  server.on('error', () => {});
  return {
    url: `smtp://127.0.0.1:${await listenLocally(server.server)}`,
    received,
    refused,
    refusals,
    to: (address) => received.filter(({ to }) => to === address),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The secret of the link in a mail. */
export function linkTokenIn({ mail }: ReceivedMail): string {
  const [link] = /https?:\/\/\S+\/auth\/confirm#\S+/.exec(mail.text ?? '') ?? [];
  return new URLSearchParams(link?.slice(link.indexOf('#') + 1)).get('token') ?? '';
}
