import { timestampDate } from '@bufbuild/protobuf/wkt';
import { PlaybackEndedSchema } from '@marquee/contracts/events/v1/film_pb';
import { on } from '@marquee/events/consumer';
import type { MediaWrite } from '../resources.ts';
import * as endedAddresses from './ended-addresses.ts';
import type { PlaybackSessions } from './playback-sessions.ts';

/** An address ends with its playback: here at once, and in other processes by film's signal, or when they look next. */
export const onPlaybackEnded = on(
  PlaybackEndedSchema,
  async ({ tx, clock, sessions }: MediaWrite & { sessions: PlaybackSessions }, { addressId, expiresAt }) => {
    if (addressId === '' || !expiresAt) return;
    const ended = { addressId, expiresAt: timestampDate(expiresAt) };
    if (ended.expiresAt <= clock.now()) return;
    sessions.endAddress(addressId, ended.expiresAt);
    await endedAddresses.insert(tx, ended);
  },
);
