import { type Message, msg } from '../../language/words.ts';
import type { SlotName } from './upload-store.ts';

export const slotTitles: Record<SlotName, Message> = {
  FILM_VIDEO: msg('Film'),
  TRAILER_VIDEO: msg('Trailer'),
  POSTER_IMAGE: msg('Poster'),
  TRAILER_IMAGE: msg('Trailer image'),
};

/** What a slot takes, shown before a file is chosen. */
export const slotHints: Record<SlotName, Message> = {
  FILM_VIDEO: msg('Your master: any format, up to 20 GB and 12 hours. We make every quality from it.'),
  TRAILER_VIDEO: msg('A minute or two that makes people want more.'),
  POSTER_IMAGE: msg('Best upright, 2:3, and 800 pixels wide or more.'),
  TRAILER_IMAGE: msg('A still, best 16:9 and 1280 pixels wide or more.'),
};

export const slotAccepts: Record<SlotName, string> = {
  FILM_VIDEO: 'video/*,.mkv,.mxf,.mov',
  TRAILER_VIDEO: 'video/*,.mkv,.mxf,.mov',
  POSTER_IMAGE: 'image/*',
  TRAILER_IMAGE: 'image/*',
};

export const isVideoSlot = (slot: SlotName) => slot === 'FILM_VIDEO' || slot === 'TRAILER_VIDEO';
