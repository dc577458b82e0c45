/** Where playback is, and where it should be. */
export type Place = {
  positionS: number;
  targetS: number;
  /** It is correcting already. */
  correcting: boolean;
  /** It waited for data a moment ago. */
  stalled: boolean;
};

/** What brings it there: another speed, or a jump. */
export type Correction = { do: 'nothing' } | { do: 'pace'; rate: number } | { do: 'jump' };

/** From here on a jump is less noticeable than the time that another speed takes. */
const JUMP_S = 1;
/** After a stall a jump would only wait for data again. */
const JUMP_AFTER_STALL_S = 3;
/** Where correcting begins and where it ends: apart, so that it does not begin and end all the time. */
const BEGIN_S = 0.06;
const END_S = 0.02;
const FAR_S = 0.25;

/** Small steps below what people hear; few different ones, because each change costs the player something. */
const PACES = { near: 0.04, far: 0.1, behind: 0.25 } as const;

/** How playback gets in step with the others: below a second by its speed, above by a jump. */
export function correctionOf({ positionS, targetS, correcting, stalled }: Place): Correction {
  const behindS = targetS - positionS;
  const apartS = Math.abs(behindS);
  if (apartS >= (stalled && behindS > 0 ? JUMP_AFTER_STALL_S : JUMP_S)) return { do: 'jump' };
  if (apartS < (correcting ? END_S : BEGIN_S)) return correcting ? { do: 'pace', rate: 1 } : { do: 'nothing' };
  const step = apartS >= JUMP_S ? PACES.behind : apartS >= FAR_S ? PACES.far : PACES.near;
  return { do: 'pace', rate: behindS > 0 ? 1 + step : 1 - step };
}
