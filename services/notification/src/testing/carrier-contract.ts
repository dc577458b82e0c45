import { type Carrier, NoCarrier, PermanentRefusal } from '../mail/mailer.ts';
import type { Message } from '../messages/message.ts';

type Carried = {
  to: string;
  subject: string;
  text: string;
  html: string;
  oneClickUrl: string;
  files: { filename: string; content: string }[];
};

export type CarrierUnderTest = {
  carrier: Carrier;
  /** What the other side has taken, once for each recipient, in no order. */
  carried(): Promise<Carried[]>;
  /** Ends the other side. */
  leave(): Promise<void>;
};

/** Has the other side refuse what comes next, with these words. */
type Refuse = (how: 'for good' | 'for now' | 'no longer', words?: string) => void;

/** The suite that everything passes that carries mails; `refuse` only where the other side may refuse one. */
export function carrierContract(name: string, open: () => Promise<CarrierUnderTest>, refuse?: Refuse): void {
  describe(name, () => {
    let under: CarrierUnderTest;
    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.carrier.close());

    const outgoing = { id: '0197-delivery', to: 'zoe@example.com', message: message('Zoë’s link') };
    const failure = async (): Promise<unknown> =>
      under.carrier.send(outgoing).then(
        () => undefined,
        (error: unknown) => error,
      );

    test('a message is on the other side, once and as it was written, when its sending ends', async () => {
      await under.carrier.send(outgoing);
      const { template, links, code, ...words } = outgoing.message;
      expect(await under.carried()).toEqual([{ to: outgoing.to, ...words, oneClickUrl: '', files: [] }]);
    });

    test('a message that can be refused by one click says where [FLM-05:refuse]', async () => {
      const oneClickUrl = `https://films.example/unsubscribe?token=${'t'.repeat(43)}.${'s'.repeat(43)}`;
      await under.carrier.send({ ...outgoing, message: { ...outgoing.message, oneClickUrl } });
      expect(await under.carried()).toMatchObject([{ oneClickUrl }]);
    });

    test('a message brings its files, in their order', async () => {
      const files = ['tickets.pdf', 'tickets.ics'].map((filename) => ({ filename, content: `all of ${filename}` }));
      const attachments = files.map(({ filename, content }) => ({
        ...{ filename, contentType: 'application/octet-stream', content: Buffer.from(content) },
      }));
      await under.carrier.send({ ...outgoing, message: { ...outgoing.message, attachments } });
      expect(await under.carried()).toMatchObject([{ files }]);
    });

    test('of many at once, each is carried once, to its own recipient', async () => {
      const subjects = Array.from({ length: 12 }, (_, index) => `message ${index}`);
      await Promise.all(
        subjects.map((subject) =>
          under.carrier.send({ id: subject, to: `${subject.at(-1)}@example.com`, message: message(subject) }),
        ),
      );
      const carried = (await under.carried()).map(({ to, subject }) => `${subject} to ${to}`);
      expect(carried.sort()).toEqual(subjects.map((subject) => `${subject} to ${subject.at(-1)}@example.com`).sort());
    });

    test('an address cannot add recipients', async () => {
      await under.carrier.send({ ...outgoing, to: 'zoe@example.com, other@example.com' }).catch(() => undefined);
      expect((await under.carried()).map(({ to }) => to)).not.toContain('other@example.com');
    });

    test('while the other side is unavailable a message fails, but not permanently', async () => {
      await under.leave();
      const error = await failure();
      expect(error).toMatchObject({ message: expect.any(String) });
      expect(error).not.toBeInstanceOf(PermanentRefusal);
      expect(error).not.toBeInstanceOf(NoCarrier);
    });

    if (!refuse) return;

    test('what is refused for good says why, and not whose it was [AUT-16:bounce]', async () => {
      refuse('for good', '<zoe@example.com> is nobody here');
      const error = await failure();
      expect(error).toBeInstanceOf(PermanentRefusal);
      expect((error as PermanentRefusal).diagnostic).toContain('is nobody here');
      expect((error as PermanentRefusal).message).not.toContain('zoe@');
      expect(await under.carried()).toEqual([]);
    });

    test('what is refused for now is no bounce, and is carried once when it is tried again', async () => {
      refuse('for now', 'the mailbox is busy');
      const error = await failure();
      expect(error).toMatchObject({ message: expect.any(String) });
      expect(error).not.toBeInstanceOf(PermanentRefusal);
      refuse('no longer');
      await under.carrier.send(outgoing);
      expect(await under.carried()).toHaveLength(1);
    });
  });
}

function message(subject: string): Message {
  const [text, html] = ['Good morning, Zoë.', '<!doctype html>\n<p>Good morning, Zoë.</p>'];
  return { template: 'SIGN_IN_LINK', subject, text, html, links: [], code: '' };
}
