import type { Database } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Clock } from '@marquee/runtime/clock';
import type { Carrier } from '../mail/mailer.ts';
import * as messages from './dev-inbox-messages.ts';

/** A message as the page and the list of the development inbox show it. */
export type DevInboxEntry = Omit<messages.DevInboxMessage, 'address' | 'sentAt'> & { to: string; at: Date };

export type DevInbox = {
  carrier(channel: 'EMAIL' | 'SMS'): Carrier;
  /** Newest first. */
  list(): Promise<DevInboxEntry[]>;
};

/** Stores messages instead of sending them, for developers and tests. */
export function devInbox({ db, clock }: { db: Database; clock: Clock }): DevInbox {
  return {
    carrier: (channel) => ({
      send: ({ to: address, message: { subject, text, html, links, code, oneClickUrl = '' } }) =>
        messages.insert(db, {
          ...{ id: newId(), channel, address, sentAt: clock.now() },
          ...{ subject, text, html, links, code, oneClickUrl },
        }),
      close: () => {},
    }),
    list: async () =>
      (await messages.newest(db)).map(({ address: to, sentAt: at, ...message }) => ({ ...message, to, at })),
  };
}
