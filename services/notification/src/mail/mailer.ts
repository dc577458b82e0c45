import type { Message } from '../messages/message.ts';

export type Outgoing = {
  /** The delivery's id: the same at each attempt, so that a mail server or program can tell a repetition. */
  id: string;
  to: string;
  message: Message;
};

/**
 * Carries messages of one channel. Resolves once the other side has taken the message; throws `PermanentRefusal` when it
 * never will, `NoCarrier` when there is none, and anything else when it may be tried again. What carries mails passes
 * carrier-contract.ts.
 */
export type Carrier = { send(outgoing: Outgoing): Promise<void>; close(): void };

/** The other side refused this address or message for good: trying again is pointless. */
export class PermanentRefusal extends Error {
  override readonly name = 'PermanentRefusal';
  readonly diagnostic: string;

  constructor(diagnostic: string, cause?: unknown) {
    super('The mail server refused the message for good.', { cause });
    this.diagnostic = diagnostic;
  }
}

/** Nothing is configured that carries this channel: a person must act. */
export class NoCarrier extends Error {
  override readonly name = 'NoCarrier';
  readonly reason = 'TEXT_NOT_CONFIGURED';
}

/** Text messages outside of development: no provider is built in yet. */
export const noTextCarrier: Carrier = {
  send: async () => {
    throw new NoCarrier('Text messages are not configured: there is no provider.');
  },
  close: () => {},
};
