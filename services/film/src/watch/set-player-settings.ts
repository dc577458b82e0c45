import { oneLine } from '@marquee/rules/plain-text';
import { QUALITY_LINES_MAX, RATES, TEXT_BACKGROUNDS, TEXT_COLOURS, TEXT_SIZES } from '@marquee/rules/player-settings';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { choice } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import * as playerSettings from './player-settings.ts';

/** The longest language tag of RFC 5646 that needs no extension. */
const LANGUAGE_LENGTH_MAX = 35;
const language = oneLine().max(LANGUAGE_LENGTH_MAX, REQUEST_MESSAGES.choiceUnknown);
const whole = (max: number) =>
  z.int(REQUEST_MESSAGES.choiceUnknown).min(0, REQUEST_MESSAGES.choiceUnknown).max(max, REQUEST_MESSAGES.choiceUnknown);
const ratesPercent = RATES.map((rate) => rate * 100);

export const setPlayerSettingsSchema = z.object({
  textLanguage: language.optional(),
  textCaptions: z.boolean().optional(),
  textSize: choice(TEXT_SIZES),
  textColour: choice(TEXT_COLOURS),
  textBackground: choice(TEXT_BACKGROUNDS),
  audioLanguage: language.optional(),
  ratePercent: z
    .int()
    .refine((rate) => ratesPercent.includes(rate), REQUEST_MESSAGES.choiceUnknown)
    .optional(),
  qualityLines: whole(QUALITY_LINES_MAX).optional(),
  volumePercent: whole(100).optional(),
  muted: z.boolean().optional(),
  previews: z.boolean().optional(),
  letterKeys: z.boolean().optional(),
  audioDescription: z.boolean().optional(),
});

/** Keeps what a viewer chose in the player; what they did not choose now stays as it is [WAT-12:settings]. */
export async function setPlayerSettings(
  { tx, clock }: FilmWrite,
  { accountId }: AccountViewer,
  { textSize, textColour, textBackground, ...given }: z.output<typeof setPlayerSettingsSchema>,
): Promise<playerSettings.Settings> {
  const look = { textSize: textSize || null, textColour: textColour || null, textBackground: textBackground || null };
  return playerSettings.change(tx, accountId, { ...given, ...look }, clock.now());
}
