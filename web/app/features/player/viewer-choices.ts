type Reads = Pick<Storage, 'getItem'>;
type Writes = Pick<Storage, 'setItem'>;

const TEXT_KEY = 'marquee.subtitles';
const LOOK_KEY = 'marquee.subtitles-look';
const AUDIO_KEY = 'marquee.audio';
const RATE_KEY = 'marquee.speed';

export type TextChoice = { language: string; captions: boolean };

export const TEXT_SIZES = ['small', 'medium', 'large', 'huge'] as const;
export const TEXT_COLOURS = ['white', 'yellow'] as const;
export const TEXT_BACKGROUNDS = ['outline', 'shade', 'solid'] as const;
/** How subtitles are drawn. */
export type TextLook = {
  size: (typeof TEXT_SIZES)[number];
  colour: (typeof TEXT_COLOURS)[number];
  background: (typeof TEXT_BACKGROUNDS)[number];
};
export const DEFAULT_LOOK: TextLook = { size: 'medium', colour: 'white', background: 'shade' };

/** The subtitles that the viewer chose last: false for none, undefined before a choice. */
export function keptTextChoice(storage: Reads): TextChoice | false | undefined {
  const kept = read(storage, TEXT_KEY) as Partial<TextChoice> | false | undefined;
  if (kept === false) return false;
  return typeof kept?.language === 'string' ? { language: kept.language, captions: kept.captions === true } : undefined;
}
export const keepTextChoice = (storage: Writes, choice: TextChoice | false) => write(storage, TEXT_KEY, choice);

export function keptLook(storage: Reads): TextLook {
  const kept = (read(storage, LOOK_KEY) ?? {}) as Partial<TextLook>;
  return {
    size: TEXT_SIZES.find((size) => size === kept.size) ?? DEFAULT_LOOK.size,
    colour: TEXT_COLOURS.find((colour) => colour === kept.colour) ?? DEFAULT_LOOK.colour,
    background: TEXT_BACKGROUNDS.find((background) => background === kept.background) ?? DEFAULT_LOOK.background,
  };
}
export const keepLook = (storage: Writes, look: TextLook) => write(storage, LOOK_KEY, look);

/** The language of the sound that the viewer chose last. */
export function keptAudioLanguage(storage: Reads): string | undefined {
  const kept = read(storage, AUDIO_KEY);
  return typeof kept === 'string' ? kept : undefined;
}
export const keepAudioLanguage = (storage: Writes, language: string) => write(storage, AUDIO_KEY, language);

/** The speed that the viewer chose last, if it is one of these. */
export function keptRate(storage: Reads, rates: readonly number[]): number {
  return rates.find((rate) => rate === read(storage, RATE_KEY)) ?? 1;
}
export const keepRate = (storage: Writes, rate: number) => write(storage, RATE_KEY, rate);

function read(storage: Reads, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function write(storage: Writes, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the next film begins with the defaults.
  }
}
