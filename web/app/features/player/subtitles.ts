import { TextTrackKind } from '@marquee/contracts/media/v1/media_pb';
import { subtitlesLabel } from '../../language/subtitles-label.ts';
import { pageLanguage } from '../../language/words.ts';
import type { SignedSource, Track } from './engine.ts';
import { besideSigned } from './playback-url.ts';
import { keepTextChoice, keptTextChoice, type TextChoice } from './viewer-choices.ts';

/** Subtitles or captions beside the film; the file is relative to its signed address. */
export type TextFile = { id: string; language: string; kind: TextTrackKind; isDefault: boolean; file: string };

type OnChosen = (choice: TextChoice | false) => void;
type OnChange = (tracks: { text: Track[]; textTrack: string | undefined }) => void;

/**
 * The subtitles of a film as tracks of the video element, whatever engine plays it: the browser draws them, also in full
 * screen on phones and in picture in picture. A file is requested once it is chosen.
 */
export class Subtitles {
  readonly #source: SignedSource;
  readonly #files: readonly TextFile[];
  readonly #onChange: OnChange;
  readonly #onChosen: OnChosen;
  #elements = new Map<string, HTMLTrackElement>();
  #video: HTMLVideoElement | undefined;
  #chosen: string | undefined;
  /** The last one that was shown, which the key for subtitles shows again. */
  #last: string | undefined;

  constructor(source: SignedSource, files: readonly TextFile[], onChange: OnChange, onChosen: OnChosen = () => {}) {
    this.#source = source;
    this.#files = files;
    this.#onChange = onChange;
    this.#onChosen = onChosen;
    const kept = keptTextChoice(localStorage);
    const preferred = kept === undefined ? files.find(({ isDefault }) => isDefault) : kept && bestOf(files, kept);
    this.#chosen = preferred ? preferred.id : undefined;
  }

  /** Continues in this video element. */
  attach(video: HTMLVideoElement): void {
    this.#video = video;
    this.#elements = new Map();
    this.#show();
  }

  /** A choice of the viewer, which is kept for other films. Undefined shows none. */
  choose(id: string | undefined): void {
    const file = this.#files.find((candidate) => candidate.id === id);
    this.#chosen = file?.id;
    const choice = file ? { language: file.language, captions: isCaptions(file) } : false;
    keepTextChoice(localStorage, choice);
    this.#onChosen(choice);
    this.#show();
  }

  toggle(): void {
    const kept = this.#files.find(({ id }) => id === this.#last);
    const first = kept ?? this.#files.find(({ isDefault }) => isDefault) ?? bestOf(this.#files) ?? this.#files[0];
    this.choose(this.#chosen === undefined ? first?.id : undefined);
  }

  #show(): void {
    const file = this.#files.find(({ id }) => id === this.#chosen);
    if (file) this.#last = file.id;
    for (const [id, { track }] of this.#elements) if (id !== file?.id) track.mode = 'disabled';
    if (file && this.#video) this.#showFile(this.#video, file);
    this.#onChange({
      text: this.#files.map((each) => ({ id: each.id, label: subtitlesLabel(each) })),
      textTrack: file?.id,
    });
  }

  #showFile(video: HTMLVideoElement, file: TextFile): void {
    const known = this.#elements.get(file.id);
    const element = known ?? document.createElement('track');
    if (!known) {
      element.kind = isCaptions(file) ? 'captions' : 'subtitles';
      element.srclang = file.language;
      element.label = subtitlesLabel(file);
      // Its address may have expired meanwhile: then once more under a new one.
      element.addEventListener('error', () => void this.#load(element, file, () => this.#source.renew()), {
        once: true,
      });
      this.#elements.set(file.id, element);
      video.append(element);
    }
    element.track.mode = 'showing';
    if (!known) void this.#load(element, file, () => this.#source.freshUrl());
  }

  async #load(element: HTMLTrackElement, { file }: TextFile, renew: () => Promise<unknown>): Promise<void> {
    await renew().catch(() => undefined);
    element.src = besideSigned(this.#source.signedUrl(), file, window.location.origin);
  }
}

const isCaptions = ({ kind }: Pick<TextFile, 'kind'>) => kind === TextTrackKind.CAPTIONS;

/** The file of that language, of the same kind if there is one. */
function bestOf(files: readonly TextFile[], { language, captions } = { language: pageLanguage(), captions: false }) {
  const inLanguage = files.filter((file) => file.language.split('-')[0] === language.split('-')[0]);
  return inLanguage.find((file) => isCaptions(file) === captions) ?? inLanguage[0];
}
