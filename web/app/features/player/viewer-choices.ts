type Reads = Pick<Storage, 'getItem'>;
type Writes = Pick<Storage, 'setItem'>;

const TEXT_KEY = 'marquee.subtitles';
const LOOK_KEY = 'marquee.subtitles-look';
const AUDIO_KEY = 'marquee.audio';
const DESCRIPTION_KEY = 'marquee.audio-description';
const RATE_KEY = 'marquee.speed';
/** Where the chosen quality is kept, in lines; 0 leaves it to the engine. */
export const QUALITY_KEY = 'marquee.quality';
const SOUND_KEY = 'marquee.sound';
const SWITCH_KEYS = { previews: 'marquee.previews', letterKeys: 'marquee.letter-keys' } as const;

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

/** Whether the viewer chose audio description where a film had one. */
export const keptDescription = (storage: Reads): boolean => read(storage, DESCRIPTION_KEY) === true;
export const keepDescription = (storage: Writes, on: boolean) => write(storage, DESCRIPTION_KEY, on);

/** The speed that the viewer chose last, if it is one of these. */
export function keptRate(storage: Reads, rates: readonly number[]): number {
  return rates.find((rate) => rate === read(storage, RATE_KEY)) ?? 1;
}
export const keepRate = (storage: Writes, rate: number) => write(storage, RATE_KEY, rate);

/** The lines of the picture that the viewer chose last; 0 where the player chooses. */
export function keptQuality(storage: Reads): number {
  const kept = read(storage, QUALITY_KEY);
  return typeof kept === 'number' && kept > 0 ? kept : 0;
}
export const keepQuality = (storage: Writes, lines: number) => write(storage, QUALITY_KEY, lines);

/** The viewer's volume, from 0 to 1. */
export function keptSound(storage: Reads): { volume: number; muted: boolean } {
  const kept = (read(storage, SOUND_KEY) ?? {}) as { volume?: unknown; muted?: unknown };
  const volume = typeof kept.volume === 'number' && kept.volume >= 0 && kept.volume <= 1 ? kept.volume : 1;
  return { volume, muted: kept.muted === true };
}
export const keepSound = (storage: Writes, sound: { volume: number; muted: boolean }) =>
  write(storage, SOUND_KEY, sound);

/** Whether the seek bar shows pictures, and whether single letters are commands; both until the viewer says otherwise. */
export const keptSwitch = (storage: Reads, name: keyof typeof SWITCH_KEYS): boolean =>
  read(storage, SWITCH_KEYS[name]) !== false;
export const keepSwitch = (storage: Writes, name: keyof typeof SWITCH_KEYS, on: boolean) =>
  write(storage, SWITCH_KEYS[name], on);

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
