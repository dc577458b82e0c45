import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type PlayerSettings,
  type PlayerSettingsSchema,
  TextBackground,
  TextColour,
  TextSize,
} from '@marquee/contracts/film/v1/watch_pb';
import { refusalOf } from '../../api/api-error.ts';
import { isTransient } from './problem.ts';
import * as device from './viewer-choices.ts';

/** A part of what a viewer chooses in the player. */
export type Chosen = Omit<MessageInitShape<typeof PlayerSettingsSchema>, '$typeName' | '$unknown'>;

type Calls = { setPlayerSettings(request: { settings: Chosen }): Promise<unknown> };
type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Options = { calls: Calls; storage: KeyStore; owner: string | undefined; sendAfterMs?: number };

/** What was chosen and not sent yet, with the account that chose it. */
const UNSENT_KEY = 'marquee.unsent-settings';
/** After a sign-out they wait for the viewer, and in an update for a server that has them; other refusals would come again. */
const WAITS: readonly string[] = ['Unauthenticated', 'Unimplemented'];
/** A slider that is dragged is one choice. */
const SEND_AFTER_MS = 1_000;

/**
 * Keeps what a viewer chooses at their account, so that their other devices begin with it. This device has it at once, and
 * what could not be sent is sent when the next film begins [WAT-12:settings].
 */
export class AccountSettings {
  readonly #calls: Calls;
  readonly #storage: KeyStore;
  readonly #owner: string;
  readonly #sendAfterMs: number;
  #unsent: Chosen;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;

  constructor({ calls, storage, owner = '', sendAfterMs = SEND_AFTER_MS }: Options) {
    this.#calls = calls;
    this.#storage = storage;
    this.#owner = owner;
    this.#sendAfterMs = sendAfterMs;
    this.#unsent = this.#read();
  }

  /** The account's choices become this device's, except for those that were made here and are not sent yet. */
  adopt(settings: PlayerSettings | undefined): void {
    keepOnDevice(this.#storage, { ...settings, ...this.#unsent });
    if (Object.keys(this.#unsent).length > 0) this.#sendLater();
  }

  change(chosen: Chosen): void {
    this.#unsent = { ...this.#unsent, ...chosen };
    this.#write();
    this.#sendLater();
  }

  /** Sends at once what is not sent yet. Never throws: it stays for the next film. */
  send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #send(): Promise<void> {
    const settings = this.#unsent;
    if (Object.keys(settings).length === 0) return;
    try {
      await this.#calls.setPlayerSettings({ settings });
      this.#forget(settings);
    } catch (cause) {
      if (!isTransient(cause) && !WAITS.includes(refusalOf(cause).code)) this.#forget(settings);
    }
  }

  /** What was chosen again meanwhile is still to be sent. */
  #forget(sent: Chosen): void {
    const left = Object.entries(this.#unsent).filter(([name, value]) => sent[name as keyof Chosen] !== value);
    this.#unsent = Object.fromEntries(left);
    this.#write();
    if (left.length > 0) this.#sendLater();
  }

  #sendLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), this.#sendAfterMs);
  }

  #read(): Chosen {
    try {
      const kept = JSON.parse(this.#storage.getItem(UNSENT_KEY) ?? '{}') as { owner?: string; chosen?: Chosen };
      return kept.owner === this.#owner ? (kept.chosen ?? {}) : {};
    } catch {
      return {};
    }
  }

  #write(): void {
    try {
      if (Object.keys(this.#unsent).length === 0) this.#storage.removeItem(UNSENT_KEY);
      else this.#storage.setItem(UNSENT_KEY, JSON.stringify({ owner: this.#owner, chosen: this.#unsent }));
    } catch {
      // Without storage a choice that cannot be sent now is this device's alone.
    }
  }
}

const nameIn = <Name extends string>(enumeration: object, value: number | undefined, names: readonly Name[]) =>
  names.find((name) => name.toUpperCase() === (enumeration as Record<number, string>)[value ?? 0]);

function keepOnDevice(storage: KeyStore, chosen: Chosen): void {
  const { textLanguage, textCaptions = false, audioLanguage, ratePercent, qualityLines } = chosen;
  if (textLanguage === '') device.keepTextChoice(storage, false);
  else if (textLanguage !== undefined) {
    device.keepTextChoice(storage, { language: textLanguage, captions: textCaptions });
  }
  const look = device.keptLook(storage);
  device.keepLook(storage, {
    size: nameIn(TextSize, chosen.textSize, device.TEXT_SIZES) ?? look.size,
    colour: nameIn(TextColour, chosen.textColour, device.TEXT_COLOURS) ?? look.colour,
    background: nameIn(TextBackground, chosen.textBackground, device.TEXT_BACKGROUNDS) ?? look.background,
  });
  if (audioLanguage !== undefined) device.keepAudioLanguage(storage, audioLanguage);
  if (chosen.audioDescription !== undefined) device.keepDescription(storage, chosen.audioDescription);
  if (ratePercent !== undefined) device.keepRate(storage, ratePercent / 100);
  if (qualityLines !== undefined) device.keepQuality(storage, qualityLines);
  const sound = device.keptSound(storage);
  const { volumePercent = sound.volume * 100, muted = sound.muted } = chosen;
  device.keepSound(storage, { volume: volumePercent / 100, muted });
  if (chosen.previews !== undefined) device.keepSwitch(storage, 'previews', chosen.previews);
  if (chosen.letterKeys !== undefined) device.keepSwitch(storage, 'letterKeys', chosen.letterKeys);
}

/** The look of subtitles, as the account keeps it. */
export const lookChosen = ({ size, colour, background }: device.TextLook): Chosen => ({
  textSize: TextSize[size.toUpperCase() as keyof typeof TextSize],
  textColour: TextColour[colour.toUpperCase() as keyof typeof TextColour],
  textBackground: TextBackground[background.toUpperCase() as keyof typeof TextBackground],
});
