import { TextTrackKind } from '@marquee/contracts/media/v1/media_pb';
import { languageName } from './names.ts';
import { _ } from './words.ts';

/** The language of subtitles or captions, in the language of the page. */
export function subtitlesLabel({ language, kind }: { language: string; kind: TextTrackKind }): string {
  const name = languageName(language);
  return kind === TextTrackKind.CAPTIONS ? _('{language} (captions)', { language: name }) : name;
}
