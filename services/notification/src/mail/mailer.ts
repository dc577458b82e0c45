import type { Message } from '../messages/message.ts';

export type Outgoing = {
  /** The delivery's id, the same at each attempt: it becomes the Message-ID, which shows a repetition as one. */
  id: string;
  to: string;
  message: Message;
};

/**
 * Sends messages of one channel. Resolves once the other side has accepted the message. Throws `PermanentRefusal` when it
 * never will, `NoCarrier` when there is none, and any other error when a retry may succeed. Carriers of mail pass
 * carrier-contract.ts.
 */
export type Carrier = { send(outgoing: Outgoing): Promise<void>; close(): void };

/** The other side has refused this address or message for good. */
export class PermanentRefusal extends Error {
  override readonly name = 'PermanentRefusal';
  readonly diagnostic: string;
  /** The address itself gets no mail, rather than this message. */
  readonly addressGone: boolean;

  constructor({ diagnostic, addressGone }: { diagnostic: string; addressGone: boolean }, cause?: unknown) {
    super('The mail server refused the message for good.', { cause });
    this.diagnostic = diagnostic;
    this.addressGone = addressGone;
  }
}

/** No carrier is configured for this channel. */
export class NoCarrier extends Error {
  override readonly name = 'NoCarrier';
  readonly reason = 'TEXT_NOT_CONFIGURED';
}

/** Text messages outside of development: there is no provider yet. */
export const noTextCarrier: Carrier = {
  send: async () => {
    throw new NoCarrier('Text messages are not configured: there is no provider.');
  },
  close: () => {},
};
