import type { PlayerFacts } from './player-facts.ts';

const CODE_LENGTH = 8;

/**
 * What a watermark says: the viewer's name, where it is known, and a code of their playback, by which it is found when
 * several people have the same name [WAT-14:watermark]. '' where the film's owner asks for none.
 */
export function watermarkOf({ hasWatermark, viewerName }: PlayerFacts, playbackSessionId: string): string {
  if (!hasWatermark) return '';
  // The random end of the id: its beginning is a time.
  return [viewerName, playbackSessionId.slice(-CODE_LENGTH)].filter((part) => part !== '').join(' · ');
}
