import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type PlayerSettingsSchema,
  type SetPlayerSettingsRequest,
  TextBackground,
  TextColour,
  TextSize,
} from '@marquee/contracts/film/v1/watch_pb';
import { nameOf } from '../films/enum-names.ts';
import type { Settings } from './player-settings.ts';

export function playerSettingsMessage(settings: Settings): MessageInitShape<typeof PlayerSettingsSchema> {
  const { textSize, textColour, textBackground, ...others } = settings;
  const chosen = Object.entries(others).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(chosen) as MessageInitShape<typeof PlayerSettingsSchema>),
    textSize: numberOf(TextSize, textSize),
    textColour: numberOf(TextColour, textColour),
    textBackground: numberOf(TextBackground, textBackground),
  };
}

export function playerSettingsInput({ settings }: SetPlayerSettingsRequest) {
  return {
    ...settings,
    textSize: nameOf(TextSize, settings?.textSize),
    textColour: nameOf(TextColour, settings?.textColour),
    textBackground: nameOf(TextBackground, settings?.textBackground),
  };
}

/** The value of a name that a row holds; 0, unspecified, for none. */
const numberOf = (enumeration: object, name: string | null): number =>
  (name === null ? undefined : (enumeration as Record<string, number>)[name]) ?? 0;
