import { thumbHashToApproximateAspectRatio } from 'thumbhash';

/**
 * Five colours of a thumbhash: its corners and its mean, as custom properties for the class `blur-up`. A decoded
 * picture would be a data address of 4 kB for every poster; this is 60 bytes and looks as soft.
 */
export function blurColours(thumbhash = ''): Record<string, string> | undefined {
  const known = remembered.get(thumbhash);
  if (known) return known;
  const made = decode(thumbhash);
  if (!made) return undefined;
  if (remembered.size >= rememberedMax) remembered.clear();
  remembered.set(thumbhash, made);
  return made;
}

const rememberedMax = 2_000;
const remembered = new Map<string, Record<string, string>>();

const corners = [
  ['--a', 0.15, 0.15],
  ['--b', 0.85, 0.15],
  ['--c', 0.15, 0.85],
  ['--d', 0.85, 0.85],
] as const;

function decode(base64: string): Record<string, string> | undefined {
  let hash: Uint8Array;
  try {
    hash = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
  if (hash.length < 5) return undefined;
  const planes = coefficients(hash);
  const colours: Record<string, string> = { '--e': hex(planes.l.dc, planes.p.dc, planes.q.dc) };
  for (const [name, x, y] of corners) colours[name] = hex(planes.l.at(x, y), planes.p.at(x, y), planes.q.at(x, y));
  return colours;
}

/** The layout of a thumbhash is the reference decoder's (thumbhash.js), read without drawing every pixel. */
function coefficients(hash: Uint8Array) {
  const byte = (index: number) => hash[index] ?? 0;
  const header24 = byte(0) | (byte(1) << 8) | (byte(2) << 16);
  const header16 = byte(3) | (byte(4) << 8);
  const hasAlpha = header24 >> 23;
  const isLandscape = thumbHashToApproximateAspectRatio(hash) > 1;
  const short = header16 & 7;
  const long = hasAlpha ? 5 : 7;
  const lx = Math.max(3, isLandscape ? long : short);
  const ly = Math.max(3, isLandscape ? short : long);
  let nibble = (hasAlpha ? 6 : 5) * 2;
  const next = () => {
    const value = (byte(nibble >> 1) >> ((nibble & 1) << 2)) & 15;
    nibble += 1;
    return value / 7.5 - 1;
  };
  const plane = (nx: number, ny: number, dc: number, scale: number) => {
    const ac: [number, number, number][] = [];
    for (let cy = 0; cy < ny; cy++) {
      for (let cx = cy ? 0 : 1; cx * ny < nx * (ny - cy); cx++) ac.push([cx, cy, next() * scale]);
    }
    const at = (x: number, y: number) =>
      ac.reduce((sum, [cx, cy, f]) => sum + f * 2 * Math.cos(Math.PI * x * cx) * Math.cos(Math.PI * y * cy), dc);
    return { dc, at };
  };
  const l = plane(lx, ly, (header24 & 63) / 63, ((header24 >> 18) & 31) / 31);
  const p = plane(3, 3, ((header24 >> 6) & 63) / 31.5 - 1, (((header16 >> 3) & 63) / 63) * 1.25);
  const q = plane(3, 3, ((header24 >> 12) & 63) / 31.5 - 1, (((header16 >> 9) & 63) / 63) * 1.25);
  return { l, p, q };
}

function hex(l: number, p: number, q: number): string {
  const b = l - (2 / 3) * p;
  const r = (3 * l - b + q) / 2;
  return `#${[r, r - q, b]
    .map((channel) =>
      Math.round(255 * Math.min(1, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
