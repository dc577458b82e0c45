import { writeFile } from 'node:fs/promises';
import type { ClipFolder } from './test-clips.ts';

type Colour = readonly [red: number, green: number, blue: number];

// From left to right, as codes of a screen without HDR: the last two are diffuse white and a highlight of 1,000 nits.
const PATCHES: readonly Colour[] = [
  [0, 0, 0],
  [40, 40, 40],
  [128, 128, 128],
  [210, 210, 210],
  [180, 20, 20],
  [25, 106, 21],
  [20, 40, 170],
  [200, 150, 120],
  [255, 255, 255],
  [495, 495, 495],
];
const [WIDTH, HEIGHT, WHITE_NITS] = [320, 180, 203];
const PATCH_WIDTH = WIDTH / PATCHES.length;

/** The middle of each patch. */
export const PATCH_PLACES = PATCHES.map((_, index) => ({ x: Math.round((index + 0.5) * PATCH_WIDTH), y: HEIGHT / 2 }));

/** What a viewer sees of each patch. Of HDR, diffuse white is compressed a little, so that highlights keep their shape. */
export const SEEN = {
  sdr: PATCHES.map(shown),
  hdr: [...PATCHES.slice(0, -2), [239, 239, 239], [253, 253, 253]],
};

/** How light and colours are written in a file. The formulas are those of the standards, not ffmpeg's. */
export type PatchCoding = 'rgb' | 'cinema' | 'bt709' | 'bt601' | 'pq' | 'hlg';

/** A second of the patches. `encoding` names codec and tags, so that a file may be silent on its colours. */
export async function patchClip(clips: ClipFolder, name: string, coding: PatchCoding, ...encoding: string[]) {
  const raw = clips.path(`${name}.raw`);
  await writeFile(raw, frameOf(coding));
  const format = FORMATS[coding] ?? 'yuv420p10le';
  const input = ['-f', 'rawvideo', '-pix_fmt', format, '-s', `${WIDTH}x${HEIGHT}`, '-r', '25', '-stream_loop', '24'];
  return clips.make(name, ...input, '-i', raw, ...encoding);
}

const FORMATS: Partial<Record<PatchCoding, string>> = { rgb: 'rgb24', cinema: 'xyz12le' };

function frameOf(coding: PatchCoding): Buffer {
  if (coding === 'rgb') return packedFrame((patch) => Buffer.from(shown(patch)));
  if (coding === 'cinema') return packedFrame((patch) => Buffer.from(Uint16Array.from(xyz(patch)).buffer));
  return yuvFrame(coding);
}

function packedFrame(pixel: (patch: Colour) => Buffer): Buffer {
  const line = Array.from({ length: WIDTH }, (_, x) => pixel(PATCHES[Math.floor(x / PATCH_WIDTH)] ?? [0, 0, 0]));
  return Buffer.concat(Array.from({ length: HEIGHT }, () => line).flat());
}

const BT709_TO_XYZ = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
] as const;

/** SMPTE 428-1: the patch as light of a screen by BT.1886, white at 48 nits, in the upper 12 bits of 16. */
function xyz(patch: Colour): Colour {
  const light = colour((part) => (shown(patch)[part] / 255) ** 2.4);
  return colour((part) => {
    const [red, green, blue] = BT709_TO_XYZ[part];
    const nits = 48 * (red * light[0] + green * light[1] + blue * light[2]);
    return Math.round(4095 * (nits / 52.37) ** (1 / 2.6)) << 4;
  });
}

type YuvCoding = Exclude<PatchCoding, 'rgb' | 'cinema'>;

/** Planar 4:2:0 with 10 bits and limited range. */
function yuvFrame(coding: YuvCoding): Buffer {
  const codes = PATCHES.map((patch) => yuv(coding, patch));
  const plane = (part: 0 | 1 | 2) => {
    const [width, height] = part === 0 ? [WIDTH, HEIGHT] : [WIDTH / 2, HEIGHT / 2];
    const line = Uint16Array.from({ length: width }, (_, x) => {
      const code = codes[Math.floor((x / width) * codes.length)];
      return code?.[part] ?? 0;
    });
    return Buffer.concat(Array.from({ length: height }, () => Buffer.from(line.buffer)));
  };
  return Buffer.concat([plane(0), plane(1), plane(2)]);
}

function yuv(coding: YuvCoding, patch: Colour): Colour {
  const isHdr = coding === 'pq' || coding === 'hlg';
  const [red, green, blue] = isHdr ? hdrSignal(coding, patch) : colour((part) => shown(patch)[part] / 255);
  const [kr, kb] = isHdr ? BT2020_LUMA : coding === 'bt709' ? [0.2126, 0.0722] : [0.299, 0.114];
  const luma = kr * red + (1 - kr - kb) * green + kb * blue;
  const chroma = (value: number, share: number) => Math.round(512 + (896 * (value - luma)) / (2 * (1 - share)));
  return [Math.round(64 + 876 * luma), chroma(blue, kb), chroma(red, kr)];
}

const BT2020_LUMA = [0.2627, 0.0593] as const;
const BT709_TO_2020 = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
] as const;

function colour(of: (part: 0 | 1 | 2) => number): Colour {
  return [of(0), of(1), of(2)];
}

function shown(patch: Colour): Colour {
  return colour((part) => Math.min(255, patch[part]));
}

/** BT.2100: the patch as light of a screen by BT.1886, diffuse white at 203 nits, in BT.2020's colours. */
function hdrSignal(coding: 'pq' | 'hlg', patch: Colour): Colour {
  const light = colour((part) => WHITE_NITS * (patch[part] / 255) ** 2.4);
  const nits = colour((part) => {
    const [red, green, blue] = BT709_TO_2020[part];
    return red * light[0] + green * light[1] + blue * light[2];
  });
  if (coding === 'pq') return colour((part) => perceptualQuantizer(nits[part]));
  // The scene of a screen of 1,000 nits, whose system gamma is 1.2.
  const [kr, kb] = BT2020_LUMA;
  const luma = (kr * nits[0] + (1 - kr - kb) * nits[1] + kb * nits[2]) / 1000;
  const gain = luma > 0 ? luma ** (-0.2 / 1.2) : 0;
  return colour((part) => hybridLogGamma((nits[part] / 1000) * gain));
}

function perceptualQuantizer(nits: number): number {
  const power = (nits / 10_000) ** 0.1593017578125;
  return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375;
}

function hybridLogGamma(scene: number): number {
  return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;
}
