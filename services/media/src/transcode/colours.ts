import type { VideoTrack } from './probe.ts';

type SourceColours = Pick<
  VideoTrack,
  'codedWidth' | 'codedHeight' | 'pixelFormat' | 'transfer' | 'matrix' | 'primaries'
>;

/** Tags of all output: without them a player guesses, for each rendition by its size. */
export const BT709_TAGS = [
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
];

/** Options of `scale` for a JPEG, which is BT.601 of full range whatever its film is. */
export const JPEG_COLOURS = 'out_color_matrix=bt601:out_range=pc';

const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67'];
// What zscale converts; a file that names another one is read as one that names none.
const MATRICES = ['gbr', 'bt709', 'fcc', 'bt470bg', 'smpte170m', 'smpte240m', 'ycgco', 'bt2020nc', 'bt2020c'];
const PRIMARIES = ['bt709', 'bt470m', 'bt470bg', 'smpte170m', 'smpte240m', 'film', 'bt2020', 'smpte431', 'smpte432'];

// Diffuse white of HDR by BT.2408, and the brightest that PQ can say.
const WHITE_NITS = 203;
const PEAK = 10_000 / WHITE_NITS;
// Up to this share of diffuse white, light stays as it is; above, it is compressed so that highlights keep their shape.
const KNEE = 0.7;
// zscale's quick approximation of transfer functions treats the channels of HLG each by itself, which shifts hues.
const EXACT = 'agamma=0';

const TO_BT709 = `zscale=t=bt709:m=bt709:p=bt709:r=tv:${EXACT}`;

// X'Y'Z' of digital cinema, which ffmpeg decodes to RGB with a curve of 2.2. White has 48 of the 52.37 nits that the
// code can say, by SMPTE 428-1.
const CINEMA = [
  'format=gbrp16le',
  'setparams=field_mode=prog:colorspace=gbr:color_primaries=bt709:color_trc=bt470m:range=pc',
  `zscale=t=linear:${EXACT}`,
  'format=gbrpf32le',
  `exposure=exposure=${Math.log2(52.37 / 48).toFixed(4)}`,
];

/** Filters that turn the frames of a source into 8 or more bits of BT.709, of limited range unless BT.709 already. */
export function toBt709(video: SourceColours): string[] {
  if (video.pixelFormat?.startsWith('xyz')) return [...CINEMA, TO_BT709, 'format=yuv444p'];
  const isHdr = HDR_TRANSFERS.includes(video.transfer ?? '');
  const { matrix, primaries } = assumedColours(video, isHdr);
  const isBt709 = !isHdr && matrix === 'bt709' && primaries === 'bt709';
  const isOdd = (video.codedWidth | video.codedHeight) % 2 === 1;
  // A curve other than HDR's is shown as BT.709's, as players do.
  const transfer = isHdr ? video.transfer : 'bt709';
  const named = `setparams=field_mode=prog:colorspace=${matrix}:color_primaries=${primaries}:color_trc=${transfer}`;
  if (isBt709) return [named];
  return [
    // zscale refuses subsampled colours of odd sizes.
    ...(isOdd && matrix !== 'gbr' ? ['format=yuv444p16'] : []),
    named,
    ...(isHdr ? toneMap() : []),
    TO_BT709,
    ...(isHdr || matrix === 'gbr' ? ['format=yuv444p'] : []),
  ];
}

/** From light to light: linear, in BT.709's colours, and compressed to what a screen without HDR shows. */
function toneMap(): string[] {
  return [
    `zscale=t=linear:npl=${WHITE_NITS}:${EXACT}`,
    'format=gbrpf32le',
    `zscale=p=bt709:${EXACT}`,
    // The peak is given: the one that files state is often wrong, and would darken the whole film.
    `tonemap=mobius:param=${KNEE}:peak=${PEAK.toFixed(2)}:desat=0`,
  ];
}

/** What the file says, and where it is silent what players assume. */
function assumedColours(video: SourceColours, isHdr: boolean): { matrix: string; primaries: string } {
  const matrix = MATRICES.find((name) => name === video.matrix) ?? assumedMatrix(video, isHdr);
  const primaries = PRIMARIES.find((name) => name === video.primaries) ?? (isHdr ? 'bt2020' : 'bt709');
  return { matrix, primaries };
}

function assumedMatrix({ pixelFormat = '', codedWidth, codedHeight }: SourceColours, isHdr: boolean): string {
  if (/rgb|bgr|gbr|pal8/.test(pixelFormat)) return 'gbr';
  if (isHdr) return 'bt2020nc';
  return codedWidth >= 1280 || codedHeight > 576 ? 'bt709' : 'smpte170m';
}
