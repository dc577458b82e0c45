import type { Database } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Clock } from '@marquee/runtime/clock';
import type { Carrier } from '../mail/mailer.ts';
import { type DevInboxEntry, devInboxStore } from './dev-inbox-store.ts';

export type DevInbox = {
  carrier(channel: 'EMAIL' | 'SMS'): Carrier;
  /** Newest first. */
  list(): Promise<DevInboxEntry[]>;
};

/** Keeps what a development process would send, so that a person or a test can read it. */
export function devInbox({ db, clock }: { db: Database; clock: Clock }): DevInbox {
  return {
    carrier: (channel) => ({
      send: ({ to, message }) => devInboxStore.insert(db, { ...message, id: newId(), channel, to, at: clock.now() }),
      close: () => {},
    }),
    list: () => devInboxStore.newest(db),
  };
}
