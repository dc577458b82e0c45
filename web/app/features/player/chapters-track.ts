import { pageLanguage } from '../../language/words.ts';
import { type ChapterSpan, chaptersFile } from './chapters.ts';

/** Gives a video element its chapters as a WebVTT track. Returns what removes it. */
export function addChaptersTrack(video: HTMLVideoElement, spans: readonly ChapterSpan[]): () => void {
  if (spans.length === 0) return () => {};
  const address = URL.createObjectURL(new Blob([chaptersFile(spans)], { type: 'text/vtt' }));
  const track = document.createElement('track');
  track.kind = 'chapters';
  track.srclang = pageLanguage();
  track.default = true;
  track.src = address;
  video.append(track);
  track.track.mode = 'hidden';
  return () => {
    track.remove();
    URL.revokeObjectURL(address);
  };
}
