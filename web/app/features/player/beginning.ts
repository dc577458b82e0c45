/**
 * The first files of a film in the quality that the engine begins with at this bandwidth (firstBandwidth): the best whose
 * picture and sound together leave a twentieth of it, otherwise the smallest; never one that is larger than another that fills
 * the box, in pixels of the screen. Nothing of the sound where there are several.
 * `manifest` is DASH as our packager writes it. Its text is a part of the script of early-start.ts: it uses nothing but
 * its arguments.
 */
export function beginningOf(manifest: string, bitsPerSecond: number, box: { width: number; height: number }): string[] {
  const document = new DOMParser().parseFromString(manifest, 'application/xml');
  const rateOf = (one: Element | undefined) => Number(one?.getAttribute('bandwidth') ?? 0);
  const of = (kind: string) =>
    [...document.querySelectorAll(`AdaptationSet[contentType=${kind}] Representation`)].sort(
      (a, b) => rateOf(a) - rateOf(b),
    );
  const [video, audio] = [of('video'), of('audio')];
  const sound = audio.length === 1 ? audio[0] : undefined;
  const fills = (one: Element) =>
    Number(one.getAttribute('width')) >= box.width || Number(one.getAttribute('height')) >= box.height;
  const filling = video.findIndex(fills);
  const fitting = video
    .slice(0, filling < 0 ? undefined : filling + 1)
    .filter((one) => rateOf(one) + rateOf(sound) <= bitsPerSecond * 0.95);
  return [fitting.at(-1) ?? video[0], sound].flatMap((one) => {
    const template = one?.querySelector('SegmentTemplate');
    const [initialization, media] = [template?.getAttribute('initialization'), template?.getAttribute('media')];
    if (!initialization || !media) return [];
    const number = template?.getAttribute('startNumber') ?? '1';
    const first = media.replace(/\$Number(?:%0(\d+)d)?\$/, (_all, width = '1') => number.padStart(Number(width), '0'));
    return [initialization, first];
  });
}
