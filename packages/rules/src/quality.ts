/**
 * What a check of a video's picture and sound may find, with what it means and what to do. `{value}` is what was measured,
 * `{compared}` what it is compared with.
 */
export const QUALITY_MESSAGES = {
  PICTURE_BLACK:
    'The picture is black for {value} seconds. If you did not intend this, look for a gap in your edit and upload a new export.',
  SOUND_SILENT:
    'There is no sound for {value} seconds. If you did not intend this, check your mix and upload a new export.',
  SOUND_EMPTY:
    'A sound track of this file holds only silence. Check which tracks your editing program exports, or export the film without sound.',
  SOUND_CLIPPED:
    'The loudest sounds are cut off and may crackle, most of all here. Lower the level in your mix and upload a new export.',
  SOUND_SHORT:
    'The sound ends {value} seconds before the picture. If it should not, check the end of your edit and upload a new export.',
  SOUND_LONG:
    'The sound continues for {value} seconds after the picture; the last picture stays on the screen. Trim the sound and upload a new export.',
  PICTURE_INTERLACED:
    'The picture is made of half pictures, although the file does not say so: fine lines show where something moves. Export it as progressive video.',
  PICTURE_FRAMED:
    'The picture has black bars on all four sides and fills only {value}% of the screen. Export it without the bars that your editing program adds.',
  PICTURE_STRETCHED:
    'The file asks players to stretch each pixel to {value} of its height, which is unusual. Check that circles are round, and export with square pixels.',
  RATE_VARIABLE:
    'The frame rate changes between {value} and {compared} frames a second, so movements may look uneven. Export with a constant frame rate.',
  PARTS_DAMAGED:
    'Parts of this file are damaged: {value} errors while reading it. Watch the film around these times, and upload the file or a new export again.',
  CAPTIONS_LATE:
    'Subtitles or captions end {value} seconds after the film. They may be for another cut: check them, and upload the right ones.',
  CAPTIONS_SILENT:
    'Nothing is heard at {value}% of the texts of subtitles or captions. They may be out of step: watch the film with them, and upload the right ones.',
  PICTURE_WIDE: 'The picture is {value} times as wide as high, with black bars above and below it.',
  PICTURE_NARROW: 'The picture is {value} times as wide as high, with black bars on its left and right.',
  PICTURE_DEINTERLACED: 'The file holds half pictures, as it says. We made whole pictures of them.',
} as const;

export type QualityKind = keyof typeof QUALITY_MESSAGES;

/** What is said without being a fault. */
const FACTS: readonly QualityKind[] = ['PICTURE_WIDE', 'PICTURE_NARROW', 'PICTURE_DEINTERLACED'];

/** True for a finding that asks for no change. */
export const isQualityFact = (kind: QualityKind): boolean => FACTS.includes(kind);

/** True for a kind of finding that has its words. */
export const isQualityKind = (kind: string): kind is QualityKind => Object.hasOwn(QUALITY_MESSAGES, kind);

/** What is written of the loudness of a sound track, by what was done to it. */
export const LOUDNESS_MESSAGES = {
  KEPT: 'Loudness {lufs} LUFS: kept as it is.',
  RAISED: 'Loudness {lufs} LUFS: raised by {gain} dB, as quieter films are.',
  LOWERED: 'Loudness {lufs} LUFS: lowered by {gain} dB, as louder films are.',
  LIMITED:
    'Loudness {lufs} LUFS: raised by {gain} dB only, because its loudest moments leave no more room. It plays quieter than other films.',
} as const;

/** What was done to the loudness of a sound track. */
export function loudnessOf({ gain, limited }: { gain: number; limited: boolean }): keyof typeof LOUDNESS_MESSAGES {
  if (limited) return 'LIMITED';
  if (gain === 0) return 'KEPT';
  return gain > 0 ? 'RAISED' : 'LOWERED';
}

/** How long after the end of a film a text may end: credits run on after the last line. */
export const CAPTIONS_AFTER_END_MS = 2_000;
