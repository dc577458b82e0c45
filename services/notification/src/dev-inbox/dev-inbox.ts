import type { Database } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Clock } from '@marquee/runtime/clock';
import type { Carrier } from '../mail/mailer.ts';
import type { Attachment } from '../messages/message.ts';
import * as messages from './dev-inbox-messages.ts';

/** A message as the page and the list of the development inbox show it. */
export type DevInboxEntry = Omit<messages.DevInboxMessage, 'address' | 'sentAt' | 'attachments'> & {
  to: string;
  at: Date;
  /** Files with their paths on this site. */
  attachments: (messages.ListedAttachment & { path: string })[];
};

export type DevInbox = {
  carrier(channel: 'EMAIL' | 'SMS'): Carrier;
  /** Newest first. */
  list(): Promise<DevInboxEntry[]>;
  /** A file of a message, by its place among them from 0 on. */
  attachment(id: string, index: number): Promise<Attachment | undefined>;
};

/** Stores messages instead of sending them, for developers and tests. */
export function devInbox({ db, clock }: { db: Database; clock: Clock }): DevInbox {
  return {
    carrier: (channel) => ({
      send: ({ to: address, message: { subject, text, html, links, code, oneClickUrl = '', attachments = [] } }) =>
        messages.insert(db, {
          ...{ id: newId(), channel, address, sentAt: clock.now() },
          ...{ subject, text, html, links, code, oneClickUrl, attachments },
        }),
      close: () => {},
    }),
    list: async () =>
      (await messages.newest(db)).map(({ address: to, sentAt: at, attachments, ...message }) => ({
        ...{ ...message, to, at },
        attachments: attachments.map((file, index) => ({ ...file, path: `/dev/inbox/${message.id}/files/${index}` })),
      })),
    attachment: (id, index) => messages.attachment(db, id, index),
  };
}
