import type { SlotName } from './upload-store.ts';

export const slotTitles: Record<SlotName, string> = {
  FILM_VIDEO: 'Film',
  TRAILER_VIDEO: 'Trailer',
  POSTER_IMAGE: 'Poster',
  TRAILER_IMAGE: 'Trailer image',
};

/** What a slot takes, shown before a file is chosen. */
export const slotHints: Record<SlotName, string> = {
  FILM_VIDEO: 'Your master: any format, up to 20 GB and 12 hours. We make every quality from it.',
  TRAILER_VIDEO: 'A minute or two that makes people want more.',
  POSTER_IMAGE: 'Best upright, 2:3, and 800 pixels wide or more.',
  TRAILER_IMAGE: 'A still, best 16:9 and 1280 pixels wide or more.',
};

export const slotAccepts: Record<SlotName, string> = {
  FILM_VIDEO: 'video/*,.mkv,.mxf,.mov',
  TRAILER_VIDEO: 'video/*,.mkv,.mxf,.mov',
  POSTER_IMAGE: 'image/*',
  TRAILER_IMAGE: 'image/*',
};

export const isVideoSlot = (slot: SlotName) => slot === 'FILM_VIDEO' || slot === 'TRAILER_VIDEO';
