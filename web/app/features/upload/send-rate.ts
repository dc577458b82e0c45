/** How fast the bytes of a file are sent, as a mean that follows the last seconds more than those before. */
export type SendRate = {
  /** The newest sample: a time in milliseconds and the bytes sent by then. */
  at: number;
  bytes: number;
  sum: number;
  weight: number;
};

/** What lies so far back counts a third of what is new. */
const MEMORY_MS = 8_000;
/** Samples closer than this are taken together: a browser reports bytes that it has only buffered. */
const SAMPLE_MS = 400;
/** How much has to be known before a rate is shown; it would jump otherwise. */
const WEIGHT_MIN = 0.2;

/** The rate after another report; a file that continues from fewer bytes than were reported starts again. */
export function nextRate(rate: SendRate | undefined, bytes: number, at: number): SendRate {
  if (!rate || bytes < rate.bytes || at < rate.at) return { at, bytes, sum: 0, weight: 0 };
  if (at - rate.at < SAMPLE_MS) return rate;
  const kept = Math.exp(-(at - rate.at) / MEMORY_MS);
  const perSecond = ((bytes - rate.bytes) * 1_000) / (at - rate.at);
  return { at, bytes, sum: rate.sum * kept + perSecond * (1 - kept), weight: rate.weight * kept + (1 - kept) };
}

/** Bytes a second; undefined while too little is known. */
export function bytesPerSecond(rate: SendRate | undefined): number | undefined {
  return rate && rate.weight >= WEIGHT_MIN ? rate.sum / rate.weight : undefined;
}
