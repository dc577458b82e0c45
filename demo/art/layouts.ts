import type { Palette } from './scene.ts';
import { group, linear, mix, path, rect, stroke } from './shapes.ts';
import { line, sizeToFit, type Typeface, wrap } from './type.ts';

/** What a poster says. */
export type Wording = {
  title: string;
  director: string;
  tagline: string;
  credits: string;
  year: number;
  laurels: { festival: string; honour: string }[];
  /** That it is a sample, and of how many seconds; only the film itself shows it. */
  sample: string;
};

export type Ink = { title: string; text: string; face: Typeface };

type Layout = (words: Wording, palette: Palette, ink: Ink) => string;

export const POSTER = { w: 800, h: 1200 } as const;
const { w: W, h: H } = POSTER;
const EDGE = 56;

/** The small print at the foot of a poster. */
function billing(words: Wording, fill: string, y = H - 44): string {
  const lines = wrap(words.credits.toUpperCase(), 'bebas', 19, W - EDGE * 3, 0.06).slice(-2);
  return lines
    .map((text, index) =>
      line(text, {
        face: 'bebas',
        x: W / 2,
        y: y - (lines.length - 1 - index) * 24,
        size: 19,
        fill,
        align: 'center',
        tracking: 0.06,
        opacity: 0.85,
      }),
    )
    .join('');
}

function laurelRow(words: Wording, fill: string, y: number): string {
  const count = words.laurels.length;
  return words.laurels.map((laurel, i) => wreath(laurel, W / 2 + (i - (count - 1) / 2) * 190, y, fill)).join('');
}

function wreath(
  { festival, honour }: { festival: string; honour: string },
  x: number,
  y: number,
  fill: string,
): string {
  let leaves = '';
  for (const side of [-1, 1])
    for (let i = 0; i < 8; i++) {
      const angle = 0.5 + i * 0.3;
      const [lx, ly] = [side * 62 * Math.sin(angle), 44 * Math.cos(angle) * 1.05];
      leaves += group(
        path('M0 0 C4 -7 14 -9 20 -4 C15 3 6 5 0 0 Z', fill),
        `translate(${lx} ${ly}) scale(${side} 1) rotate(${58 - i * 26})`,
      );
    }
  const words = wrap(festival, 'archivoText', 11, 84).slice(0, 3);
  const text =
    line(honour.toUpperCase(), { face: 'archivo', x: 0, y: -12, size: 13, fill, align: 'center', widthMax: 88 }) +
    words
      .map((part, i) =>
        line(part, { face: 'archivoText', x: 0, y: 6 + i * 13, size: 11, fill, align: 'center', widthMax: 88 }),
      )
      .join('');
  return group(leaves + text, `translate(${x} ${y})`);
}

// Darkens the foot of a picture, so that type stands out on it.
function shade(tone: string): string {
  return `<defs>${linear('shade', [
    [0.55, tone, 0],
    [0.8, tone, 0.72],
    [1, tone, 0.96],
  ])}</defs>${rect(0, 0, W, H, 'url(#shade)')}`;
}

// Calms the foot of a picture for the small print, towards the ground or the light, whichever the text stands out on.
function calm(palette: Palette, text: string): string {
  const tone = Number.parseInt(text.slice(1, 3), 16) > 127 ? palette[0] : palette[3];
  return `<defs>${linear('calm', [
    [0.8, tone, 0],
    [0.885, tone, 0.82],
    [1, tone, 0.97],
  ])}</defs>${rect(0, 0, W, H, 'url(#calm)')}`;
}

/** A large title at the foot, flush left. */
const foot: Layout = (words, palette, ink) => {
  const lines = wrap(words.title, ink.face, 104, W - EDGE * 2);
  const size = Math.min(104, ...lines.map((text) => sizeToFit(text, ink.face, W - EDGE * 2)));
  const top = H - 130 - (lines.length - 1) * size * 1.02;
  let out = shade(palette[0]);
  out += line(`A film by ${words.director}`, {
    face: 'archivoText',
    x: EDGE,
    y: top - size * 0.98,
    size: 22,
    fill: ink.text,
    tracking: 0.02,
  });
  lines.forEach((text, i) => {
    out += line(text, { face: ink.face, x: EDGE - 3, y: top + i * size * 1.02, size, fill: ink.title });
  });
  return out + laurelRow(words, ink.text, 96) + billing(words, ink.text);
};

/** Words set to the full width, one below the other. */
const stack: Layout = (words, palette, ink) => {
  const lines = wrap(words.title.toUpperCase(), ink.face, 190, W - EDGE);
  let y = EDGE - 8;
  let out = calm(palette, ink.text);
  for (const text of lines) {
    const size = Math.min(300, sizeToFit(text, ink.face, W - EDGE * 2, -0.005));
    y += size * 0.9;
    out += line(text, { face: ink.face, x: W / 2, y, size, fill: ink.title, align: 'center', tracking: -0.005 });
  }
  out += line(words.tagline, {
    face: 'archivoText',
    x: W / 2,
    y: y + 46,
    size: 23,
    fill: ink.text,
    align: 'center',
    widthMax: W - EDGE * 2,
  });
  out += line(words.director.toUpperCase(), {
    face: 'bebas',
    x: W / 2,
    y: H - 118,
    size: 36,
    fill: ink.text,
    align: 'center',
    tracking: 0.16,
  });
  return out + billing(words, ink.text);
};

/** Ruled columns and a title in tight lines, after the Swiss. */
const swiss: Layout = (words, palette, ink) => {
  const lines = wrap(words.title, ink.face, 112, W - EDGE * 2, -0.03);
  const size = Math.min(112, ...lines.map((text) => sizeToFit(text, ink.face, W - EDGE * 2, -0.03)));
  let out = calm(palette, ink.text) + stroke(`M${EDGE} 54 H${W - EDGE}`, ink.text, 4);
  const small = (text: string, x: number, y: number) =>
    line(text, { face: 'groteskLight', x, y, size: 20, fill: ink.text, widthMax: 300 });
  out +=
    small(String(words.year), EDGE, 88) +
    small('Direction', EDGE + 172, 88) +
    small(words.director, EDGE + 172, 114) +
    small('Marquee', W - EDGE - 90, 88);
  lines.forEach((text, i) => {
    out += line(text, {
      face: ink.face,
      x: EDGE - 5,
      y: 114 + size * 0.96 + 40 + i * size * 0.94,
      size,
      fill: ink.title,
      tracking: -0.03,
    });
  });
  out +=
    stroke(`M${EDGE} ${H - 122} H${W - EDGE}`, ink.text, 4) +
    line(words.tagline, { face: 'groteskLight', x: EDGE, y: H - 84, size: 22, fill: ink.text, widthMax: W - EDGE * 2 });
  return (
    out +
    line(words.credits, {
      face: 'groteskLight',
      x: EDGE,
      y: H - 52,
      size: 16,
      fill: ink.text,
      widthMax: W - EDGE * 2,
      opacity: 0.85,
    })
  );
};

/** A frame and a centred title with air between its letters. */
const frame: Layout = (words, palette, ink) => {
  const lines = wrap(words.title.toUpperCase(), ink.face, 78, W - EDGE * 3, 0.06);
  const size = Math.min(78, ...lines.map((text) => sizeToFit(text, ink.face, W - EDGE * 3, 0.06)));
  let out = `${shade(palette[0])}<rect x="28" y="28" width="${W - 56}" height="${H - 56}" fill="none" stroke="${ink.text}" stroke-width="2.5"/><rect x="38" y="38" width="${W - 76}" height="${H - 76}" fill="none" stroke="${ink.text}" stroke-width="1"/>`;
  const top = H - 190 - (lines.length - 1) * size * 1.12;
  out += line(words.director.toUpperCase(), {
    face: 'josefinLight',
    x: W / 2,
    y: top - size - 18,
    size: 24,
    fill: ink.text,
    align: 'center',
    tracking: 0.22,
    widthMax: W - EDGE * 3,
  });
  lines.forEach((text, i) => {
    out += line(text, {
      face: ink.face,
      x: W / 2,
      y: top + i * size * 1.12,
      size,
      fill: ink.title,
      align: 'center',
      tracking: 0.06,
    });
  });
  out += stroke(`M${W / 2 - 70} ${H - 152} H${W / 2 + 70}`, ink.text, 2);
  return out + laurelRow(words, ink.text, 108) + billing(words, ink.text, H - 72);
};

/** Labels cut by hand. */
const cut: Layout = (words, palette, ink) => {
  const lines = wrap(words.title.toUpperCase(), ink.face, 118, W - EDGE * 3);
  const size = Math.min(118, ...lines.map((text) => sizeToFit(text, ink.face, W - EDGE * 3)));
  let out = '';
  lines.forEach((text, i) => {
    const y = H - 170 - (lines.length - 1 - i) * size * 1.14;
    const tilt = [-2.4, 1.6, -1.2][i % 3] as number;
    const width = (size / sizeToFit(text, ink.face, 1)) * 1;
    const x = EDGE + (i % 2) * 34;
    out += group(
      path(
        `M-18 ${-size * 0.92} L${width + 26} ${-size * 0.99} L${width + 14} ${size * 0.15} L-26 ${size * 0.2} Z`,
        palette[0],
      ) + line(text, { face: ink.face, x: 0, y: 0, size, fill: ink.title }),
      `translate(${x} ${y}) rotate(${tilt})`,
    );
  });
  out += group(
    path('M-16 -30 L420 -34 L412 14 L-22 16 Z', ink.text) +
      line(`directed by ${words.director}`, { face: 'elite', x: 0, y: 0, size: 25, fill: palette[0], widthMax: 396 }),
    `translate(${EDGE} 92) rotate(-1.5)`,
  );
  return out + billing(words, ink.text);
};

/** The title along the left edge. */
const side: Layout = (words, _palette, ink) => {
  const size = Math.min(150, sizeToFit(words.title.toUpperCase(), ink.face, H - 190));
  let out = group(
    line(words.title.toUpperCase(), { face: ink.face, x: 0, y: 0, size, fill: ink.title }),
    `translate(${EDGE + size * 0.72} ${H - 76}) rotate(-90)`,
  );
  out += line(words.director, { face: 'archivoText', x: W - EDGE, y: 88, size: 24, fill: ink.text, align: 'right' });
  return (
    out +
    line(String(words.year), { face: 'archivoText', x: W - EDGE, y: 118, size: 20, fill: ink.text, align: 'right' }) +
    group(billing(words, ink.text, 0), `translate(60 ${H - 44}) scale(0.86)`)
  );
};

/** Much room and little type. */
const quiet: Layout = (words, palette, ink) => {
  const lines = wrap(words.title, ink.face, 74, W - EDGE * 3);
  const size = Math.min(74, ...lines.map((text) => sizeToFit(text, ink.face, W - EDGE * 2)));
  let out = calm(palette, ink.text);
  lines.forEach((text, i) => {
    out += line(text, { face: ink.face, x: W / 2, y: 128 + i * size * 1.05, size, fill: ink.title, align: 'center' });
  });
  const below = 128 + (lines.length - 1) * size * 1.05;
  out += line(words.director, {
    face: 'cormorantItalic',
    x: W / 2,
    y: below + 48,
    size: 31,
    fill: ink.text,
    align: 'center',
  });
  return out + billing(words, ink.text);
};

export const layouts = { foot, stack, swiss, frame, cut, side, quiet };
export type LayoutName = keyof typeof layouts;

/** A title over a still, for the film itself: drawn on nothing, laid over moving pictures. */
export function titleCard(words: Wording, face: Typeface, size: { w: number; h: number }, tone: string): string {
  const shade = mix(tone, '#ffffff', 0.2);
  const lines = wrap(words.title, face, size.h * 0.17, size.w * 0.8);
  const height = Math.min(size.h * 0.17, ...lines.map((text) => sizeToFit(text, face, size.w * 0.8)));
  const top = size.h / 2 - ((lines.length - 1) * height * 1.06) / 2 + height * 0.3;
  const title = lines
    .map((text, i) =>
      line(text, { face, x: size.w / 2, y: top + i * height * 1.06, size: height, fill: tone, align: 'center' }),
    )
    .join('');
  return (
    title +
    line(`a film by ${words.director}`, {
      face: 'cormorantItalic',
      x: size.w / 2,
      y: top + (lines.length - 1) * height * 1.06 + size.h * 0.11,
      size: size.h * 0.058,
      fill: shade,
      align: 'center',
    }) +
    line(words.sample, {
      face: 'cormorantItalic',
      x: size.w / 2,
      y: size.h * 0.93,
      size: size.h * 0.045,
      fill: shade,
      align: 'center',
    })
  );
}
