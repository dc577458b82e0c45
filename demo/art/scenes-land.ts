import type { Scene } from './scene.ts';
import {
  circle,
  group,
  hill,
  linear,
  mix,
  type Point,
  path,
  polygon,
  radial,
  rect,
  ring,
  smooth,
  stroke,
} from './shapes.ts';

/** Dunes in layers under a large sun. */
export const dunes: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const sunX = w * [0.5, 0.24, 0.76][take % 3]!;
  const sunY = h * [0.34, 0.42, 0.3][take % 3]!;
  const sun = Math.min(w, h) * [0.3, 0.22, 0.34][take % 3]!;
  let out = `<defs>${linear('sky', [
    [0, light],
    [0.7, mix(light, accent, 0.55)],
    [1, mix(accent, mid, 0.4)],
  ])}</defs>`;
  out += rect(0, 0, w, h, 'url(#sky)') + circle(sunX, sunY, sun, accent, 0.95);
  for (let i = 0; i < 6; i++) {
    const y = h * (0.5 + i * 0.085);
    const points: Point[] = Array.from({ length: 6 }, (_, k) => [
      (w * k) / 5,
      y + Math.sin(k * 1.4 + i * 1.9 + take) * h * 0.045 + random.between(-1, 1) * h * 0.012,
    ]);
    out += hill(points, h, i < 3 ? mix(mid, deep, i / 3) : mix(deep, ground, (i - 3) / 2.4));
  }
  const walker = w * (0.62 - take * 0.12);
  out +=
    path(`M${walker} ${h * 0.765} l6 -34 l7 0 l6 34 l-7 0 l-3 -14 l-3 14 Z`, light) +
    circle(walker + 9.5, h * 0.765 - 41, 6, light);
  return out;
};

/** Mountains with an aurora. */
export const mountains: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = `<defs>${linear('sky', [
    [0, ground],
    [1, mix(deep, mid, 0.5)],
  ])}${linear('veil', [
    [0, accent, 0],
    [0.5, accent, 0.85],
    [1, light, 0],
  ])}</defs>`;
  out += rect(0, 0, w, h, 'url(#sky)');
  for (let i = 0; i < 70; i++)
    out += circle(random.between(0, w), random.between(0, h * 0.5), random.between(0.6, 1.9), light, 0.7);
  for (let i = 0; i < 26; i++) {
    const x = (w * i) / 25;
    const top = h * (0.12 + 0.09 * Math.sin(i * 0.5 + take * 2));
    out += polygon(
      [
        [x - w * 0.03, top],
        [x + w * 0.03, top + h * 0.03],
        [x + w * 0.035, top + h * 0.34],
        [x - w * 0.025, top + h * 0.3],
      ],
      'url(#veil)',
      0.22 + 0.16 * Math.sin(i * 1.3),
    );
  }
  for (let layer = 0; layer < 4; layer++) {
    const base = h * (0.52 + layer * 0.12);
    const points: Point[] = [[0, h]];
    for (let k = 0; k <= 9; k++) {
      const peak = k % 2 ? -h * random.between(0.08, 0.2) * (1 - layer * 0.18) : h * 0.03;
      points.push([(w * (k - random.between(-0.3, 0.3))) / 9, base + peak]);
    }
    points.push([w, base], [w, h]);
    const tone = mix(mix(mid, light, 0.25), ground, 0.25 + layer * 0.24);
    out += polygon([[0, base], ...points.slice(1)].concat([[0, h]]) as Point[], tone);
  }
  return out;
};

/** The sea in bands under a low moon, a boat or a person in it. */
export const seaBands: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const horizon = h * [0.46, 0.58, 0.38][take % 3]!;
  const moonX = w * [0.64, 0.3, 0.72][take % 3]!;
  const moon = Math.min(w, h) * 0.13;
  let out = `<defs>${linear('sky', [
    [0, mix(ground, deep, 0.4)],
    [1, mix(mid, accent, 0.35)],
  ])}</defs>`;
  out += rect(0, 0, w, horizon, 'url(#sky)') + circle(moonX, horizon - moon * 1.4, moon, light);
  const bands = 17;
  for (let i = 0; i < bands; i++) {
    const y = horizon + ((h - horizon) * i ** 1.35) / bands ** 1.35;
    const next = horizon + ((h - horizon) * (i + 1) ** 1.35) / bands ** 1.35;
    out += rect(0, y, w, next - y + 1, mix(mix(mid, deep, Math.min(1, i / 9)), ground, Math.max(0, (i - 6) / 14)));
    const glint = moon * (1.7 - i * 0.05) * random.between(0.5, 1);
    out += rect(
      moonX - glint / 2 + random.between(-14, 14),
      y + 2,
      glint,
      Math.max(2, (next - y) * 0.34),
      light,
      0.75 - i * 0.035,
    );
  }
  const x = w * [0.36, 0.66, 0.3][take % 3]!;
  const s = Math.min(w, h) / 800;
  const ferry = `M-120 0 L120 0 L98 34 L-96 34 Z M-84 -4 L-84 -34 L70 -34 L84 -4 Z M-52 -38 L-52 -60 L36 -60 L46 -38 Z M-8 -64 L-8 -92 L14 -92 L14 -64 Z`;
  out += group(
    path(ferry, ground) + [-64, -40, -16, 8, 32].map((at) => rect(at, -24, 11, 9, accent)).join(''),
    `translate(${x} ${horizon + 22 * s}) scale(${s * (1.2 - take * 0.25)})`,
  );
  return out;
};

/** A bird cut out of paper above ploughed fields. */
export const kestrel: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = rect(0, 0, w, h, light);
  const horizon = h * [0.68, 0.55, 0.78][take % 3]!;
  for (let i = -16; i <= 16; i++) {
    const tone = [deep, mid, mix(mid, accent, 0.5)][Math.abs(i) % 3] as string;
    out += polygon(
      [
        [w / 2 + i * w * 0.035, horizon],
        [w / 2 + (i + 1) * w * 0.035, horizon],
        [w / 2 + (i + 1) * w * 0.3, h],
        [w / 2 + i * w * 0.3, h],
      ],
      tone,
    );
  }
  out += circle(w * [0.5, 0.22, 0.7][take % 3]!, h * 0.3, Math.min(w, h) * 0.26, accent);
  const s = (Math.min(w, h) / 800) * [1.7, 1.2, 2.1][take % 3]!;
  const bird =
    'M0 -30 C-30 -46 -70 -96 -190 -112 C-160 -92 -178 -88 -204 -84 C-168 -70 -186 -60 -200 -52 C-150 -40 -70 -20 -26 18 L-38 96 L0 78 L38 96 L26 18 C70 -20 150 -40 200 -52 C186 -60 168 -70 204 -84 C178 -88 160 -92 190 -112 C70 -96 30 -46 14 -34 L4 -52 Z';
  return (
    out +
    group(
      path(bird, ground),
      `translate(${w * [0.5, 0.55, 0.42][take % 3]!} ${h * 0.33}) rotate(${[-8, 14, -20][take % 3]}) scale(${s})`,
    )
  );
};

/** Waves as overlapping rings. */
export const seigaiha: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const r = Math.min(w, h) * [0.125, 0.16, 0.1][take % 3]!;
  let out = rect(0, 0, w, h, light);
  out += circle(w * [0.7, 0.26, 0.5][take % 3]!, h * 0.24, Math.min(w, h) * 0.17, accent);
  const top = h * [0.36, 0.42, 0.3][take % 3]!;
  for (let row = 0; top + row * r * 0.5 < h + r; row++) {
    for (let column = -1; column * r * 2 < w + r * 2; column++) {
      const x = column * r * 2 + (row % 2) * r;
      const y = top + row * r * 0.5 + Math.sin(column * 0.9 + take) * r * 0.55;
      const tones =
        random.next() < 0.08 ? [accent, light, accent, light] : [ground, light, mix(deep, mid, random.next()), light];
      [1, 0.82, 0.64, 0.42].forEach((share, index) => {
        out += circle(x, y + r, r * share, tones[index] as string);
      });
    }
  }
  return out;
};

/** Clouds made by chimneys. */
export const weatherFactory: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = `<defs>${linear('sky', [
    [0, mix(light, mid, 0.25)],
    [1, light],
  ])}</defs>${rect(0, 0, w, h, 'url(#sky)')}`;
  const base = h * 0.8;
  const s = Math.min(w, h) / 800;
  [0.22, 0.5, 0.74].forEach((at, index) => {
    const x = w * at;
    const height = h * [0.22, 0.34, 0.27][(index + take) % 3]!;
    for (let i = 0; i < 9; i++) {
      const up = base - height - i * 34 * s;
      const tone = i % 3 === 1 ? accent : i % 3 === 2 ? mid : '#ffffff';
      out += circle(x + Math.sin(i * 1.1 + index) * 44 * s + i * 13 * s, up, (30 + i * 9) * s, tone, 0.96);
    }
    out += polygon(
      [
        [x - 26 * s, base],
        [x - 18 * s, base - height],
        [x + 18 * s, base - height],
        [x + 26 * s, base],
      ],
      deep,
    );
    out += rect(x - 20 * s, base - height + 18 * s, 40 * s, 13 * s, accent);
  });
  out += polygon(
    [
      [0, h],
      [0, base - 20 * s],
      ...Array.from({ length: 13 }, (_, i): Point => [(w * (i + 1)) / 14, base - (i % 2 ? 20 : 70) * s]),
      [w, base - 20 * s],
      [w, h],
    ],
    ground,
  );
  for (let i = 0; i < 20; i++)
    out += rect((w * i) / 20 + 9 * s, base + 26 * s + (i % 2) * 6, 18 * s, 30 * s, random.next() < 0.5 ? accent : deep);
  for (let i = 0; i < 24; i++) {
    const [x, y] = [random.between(0, w), random.between(h * 0.06, h * 0.5)];
    out += stroke(`M${x} ${y} l-10 26`, deep, 3.5 * s, 0.55);
  }
  return out;
};

/** A radio mast and its waves over flat land. */
export const frequency: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const x = w * [0.5, 0.3, 0.68][take % 3]!;
  const top = h * [0.36, 0.3, 0.42][take % 3]!;
  const base = h * 0.82;
  let out = `<defs>${linear('sky', [
    [0, ground],
    [0.55, deep],
    [0.8, mid],
    [1, accent],
  ])}</defs>${rect(0, 0, w, h, 'url(#sky)')}`;
  for (let i = 1; i < 16; i++)
    out += ring(x, top, i * Math.min(w, h) * 0.065, i % 3 ? light : accent, i % 3 ? 1.6 : 4, 1 - i * 0.055);
  out += hill(
    [
      [0, base],
      [w * 0.3, base - h * 0.02],
      [w * 0.6, base + h * 0.012],
      [w, base - h * 0.015],
    ],
    h,
    ground,
  );
  const half = Math.min(w, h) * 0.055;
  out += stroke(`M${x} ${top} L${x - half} ${base + 6} M${x} ${top} L${x + half} ${base + 6}`, light, 4);
  for (let i = 1; i < 9; i++) {
    const [a, b] = [i / 9, (i + 0.9) / 9];
    const y = top + (base - top) * a;
    const next = top + (base - top) * Math.min(1, b);
    out += stroke(
      `M${x - half * a} ${y} L${x + half * a} ${y} M${x - half * a} ${y} L${x + half * b} ${next} M${x + half * a} ${y} L${x - half * b} ${next}`,
      light,
      1.8,
    );
  }
  return (
    out +
    circle(x, top, 9, accent) +
    `<defs>${radial('lamp', [
      [0, accent, 0.8],
      [1, accent, 0],
    ])}</defs>` +
    circle(x, top, 60, 'url(#lamp)')
  );
};

/** Rain that falls in ruled lines on a person with an umbrella. */
export const rain: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = rect(0, 0, w, h, ground);
  const s = Math.min(w, h) / 800;
  const x = w * [0.66, 0.32, 0.55][take % 3]!;
  const y = h * 0.74;
  const span = 120 * s * [1, 1.25, 0.8][take % 3]!;
  for (let column = 0; column * 14 * s < w; column++) {
    const at = column * 14 * s;
    const stop = Math.abs(at - x) < span ? y - Math.sqrt(span ** 2 - (at - x) ** 2) - 4 : h;
    for (let down = -random.between(0, 150) * s; down < stop; ) {
      const length = random.between(30, 170) * s;
      const end = Math.min(stop, down + length);
      if (end > down)
        out += rect(
          at,
          down,
          2.6 * s,
          end - down,
          random.pick([light, light, mid, deep, accent]),
          random.between(0.35, 1),
        );
      down += length + random.between(10, 60) * s;
    }
  }
  const k = span / 120;
  out += path(
    smooth([
      [x - span, y],
      [x, y - span],
      [x + span, y],
    ]).replace(/C.*/, `A${span} ${span} 0 0 1 ${x + span} ${y} Z`),
    accent,
  );
  out +=
    rect(x - 2 * k, y, 4 * k, 92 * k, light) +
    path(
      `M${x - 34 * k} ${y + 170 * k} L${x - 20 * k} ${y + 52 * k} Q${x} ${y + 34 * k} ${x + 20 * k} ${y + 52 * k} L${x + 34 * k} ${y + 170 * k} Z`,
      light,
    );
  return out + circle(x, y + 28 * k, 15 * k, light);
};
