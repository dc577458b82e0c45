import type { Scene } from './scene.ts';
import { circle, group, linear, mix, path, polygon, radial, rect, ring, stroke } from './shapes.ts';

/** Orbits of small bodies. */
export const orbits: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const [x, y] = [w * [0.5, 0.7, 0.28][take % 3]!, h * [0.44, 0.5, 0.52][take % 3]!];
  const unit = Math.min(w, h) / 800;
  let out = `<defs>${radial(
    'deep',
    [
      [0, mix(deep, mid, 0.55)],
      [0.7, deep],
      [1, ground],
    ],
    { x: x / w, y: y / h, r: 0.75 },
  )}${radial(
    'body',
    [
      [0, light],
      [1, accent],
    ],
    { x: 0.35, y: 0.3, r: 0.8 },
  )}</defs>${rect(0, 0, w, h, 'url(#deep)')}`;
  for (let i = 0; i < 130; i++)
    out += circle(
      random.between(0, w),
      random.between(0, h),
      random.between(0.5, 1.7),
      light,
      random.between(0.2, 0.8),
    );
  for (let i = 1; i < 9; i++) {
    const r = (70 + i * 54) * unit;
    const squash = 0.36;
    out += `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * squash}" fill="none" stroke="${i % 3 ? mid : light}" stroke-width="${i % 3 ? 1.4 : 2.4}" transform="rotate(-24 ${x} ${y})"/>`;
    const angle = random.between(0, 6.28);
    const turn = (-24 * Math.PI) / 180;
    const [ex, ey] = [r * Math.cos(angle), r * squash * Math.sin(angle)];
    out += circle(
      x + ex * Math.cos(turn) - ey * Math.sin(turn),
      y + ex * Math.sin(turn) + ey * Math.cos(turn),
      random.between(5, 19) * unit,
      i % 3 === 0 ? accent : i % 2 ? light : mid,
    );
  }
  return out + circle(x, y, 84 * unit, 'url(#body)');
};

/** A clock that has lost its numbers. */
export const clock: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const [x, y] = [w * [0.5, 0.66, 0.36][take % 3]!, h * [0.42, 0.5, 0.48][take % 3]!];
  const r = Math.min(w, h) * [0.38, 0.42, 0.5][take % 3]!;
  let out =
    rect(0, 0, w, h, accent) +
    polygon(
      [
        [0, h],
        [w, h * 0.45],
        [w, h],
      ],
      mix(accent, deep, 0.35),
    ) +
    circle(x + r * 0.06, y + r * 0.08, r, ground, 0.5) +
    circle(x, y, r, light) +
    ring(x, y, r * 0.97, ground, r * 0.06);
  for (let i = 0; i < 60; i++) {
    const angle = (i * Math.PI) / 30;
    const from = i % 5 ? 0.86 : 0.76;
    if (i < 31 || i % 5)
      out += stroke(
        `M${x + r * from * Math.sin(angle)} ${y - r * from * Math.cos(angle)} L${x + r * 0.9 * Math.sin(angle)} ${y - r * 0.9 * Math.cos(angle)}`,
        i < 31 ? ground : mid,
        i % 5 ? 3 : 9,
      );
  }
  for (let i = 0; i < 7; i++)
    out += circle(x - r * (0.5 + i * 0.16), y + r * (0.35 + i * i * 0.075), r * 0.045, i % 2 ? ground : deep);
  out +=
    group(rect(-r * 0.035, -r * 0.5, r * 0.07, r * 0.6, ground), `translate(${x} ${y}) rotate(196)`) +
    group(rect(-r * 0.022, -r * 0.78, r * 0.044, r * 0.9, mid), `translate(${x} ${y}) rotate(184)`);
  return out + circle(x, y, r * 0.07, accent) + circle(x, y, r * 0.03, ground);
};

/** Two families of rings whose meeting moves. */
export const moire: Scene = ({ w, h, palette, take }) => {
  const [ground, , mid, light, accent] = palette;
  let out = `<defs>${linear(
    'fade',
    [
      [0, ground],
      [1, mix(ground, mid, 0.45)],
    ],
    60,
  )}${linear('veil', [
    [0, ground, 0.94],
    [0.26, ground, 0.5],
    [0.42, ground, 0],
    [0.8, ground, 0],
    [1, ground, 0.95],
  ])}</defs>${rect(0, 0, w, h, 'url(#fade)')}`;
  const step = Math.min(w, h) / 58;
  for (let i = 1; i * step < Math.hypot(w, h); i++) {
    out += ring(w * (0.44 - take * 0.08), h * 0.4, i * step * 1.02, light, step * 0.36, 0.85);
    out += ring(w * (0.57 + take * 0.06), h * 0.47, i * step, accent, step * 0.36, 0.85);
  }
  return (
    out +
    circle(w * (0.57 + take * 0.06), h * 0.47, step * 4, ground) +
    circle(w * (0.44 - take * 0.08), h * 0.4, step * 2.4, light) +
    (h > w ? rect(0, 0, w, h, 'url(#veil)') : '')
  );
};

/** Type specimens for a maker's reel: bars, discs and quarter circles. */
export const reel: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = rect(0, 0, w, h, ground);
  const unit = Math.min(w, h) / 5;
  for (let row = 0; row * unit < h; row++)
    for (let column = 0; column * unit < w; column++) {
      const [x, y] = [column * unit, row * unit];
      const [back, front] = random.pick([
        [light, ground],
        [accent, light],
        [deep, accent],
        [mid, light],
        [ground, mid],
        [light, accent],
      ] as const);
      out += rect(x, y, unit + 1, unit + 1, back);
      const kind = (random.whole(0, 6) + take) % 7;
      if (kind === 0) out += circle(x + unit / 2, y + unit / 2, unit / 2, front);
      else if (kind === 1)
        out += path(`M${x} ${y} A${unit} ${unit} 0 0 1 ${x + unit} ${y + unit} L${x} ${y + unit} Z`, front);
      else if (kind === 2) for (let i = 0; i < 4; i++) out += rect(x, y + (i * unit) / 4, unit, unit / 8, front);
      else if (kind === 3)
        out += polygon(
          [
            [x, y + unit],
            [x + unit / 2, y],
            [x + unit, y + unit],
          ],
          front,
        );
      else if (kind === 4)
        for (let i = 0; i < 9; i++)
          out += circle(
            x + unit * (0.2 + 0.3 * (i % 3)),
            y + unit * (0.2 + 0.3 * Math.floor(i / 3)),
            unit * 0.09,
            front,
          );
      else if (kind === 5)
        out +=
          path(`M${x} ${y + unit / 2} A${unit / 2} ${unit / 2} 0 0 1 ${x + unit} ${y + unit / 2} Z`, front) +
          circle(x + unit / 2, y + unit * 0.75, unit * 0.13, front);
      else out += rect(x + unit * 0.25, y + unit * 0.25, unit * 0.5, unit * 0.5, front);
    }
  return out;
};

/** Folded planes of colour. */
export const folds: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = `<defs>${[light, accent, mid, deep]
    .map((tone, i) =>
      linear(
        `fold${i}`,
        [
          [0, tone],
          [1, mix(tone, ground, 0.55)],
        ],
        30 + i * 40,
      ),
    )
    .join('')}</defs>${rect(0, 0, w, h, ground)}`;
  for (let i = 0; i < 12; i++) {
    const x = (w * (i - 1)) / 9;
    const lean = Math.sin(i * 0.8 + take) * w * 0.2;
    out += path(
      `M${x} ${-10} C${x + lean} ${h * 0.3} ${x - lean} ${h * 0.7} ${x + lean * 0.6} ${h + 10} L${x + w / 6 + lean * 0.4} ${h + 10} C${x + w / 6 - lean} ${h * 0.7} ${x + w / 6 + lean} ${h * 0.3} ${x + w / 7} ${-10} Z`,
      `url(#fold${i % 4})`,
      0.93,
    );
  }
  return out;
};

/** A field of points that swell into a face of the sun. */
export const halftone: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = `<defs>${linear('tint', [
    [0, accent],
    [1, mid],
  ])}</defs>${rect(0, 0, w, h, light)}`;
  const step = Math.min(w, h) / 44;
  const [cx, cy, radius] = [w * [0.5, 0.62, 0.36][take % 3]!, h * 0.42, Math.min(w, h) * [0.4, 0.36, 0.46][take % 3]!];
  out += circle(cx, cy, radius, 'url(#tint)');
  let dots = '';
  for (let row = 0; row * step < h + step; row++)
    for (let column = 0; column * step < w + step; column++) {
      const [x, y] = [column * step + (row % 2 ? step / 2 : 0), row * step];
      const distance = Math.hypot(x - cx, y - cy) / radius;
      const wave = 0.5 + 0.5 * Math.sin(distance * 7 - Math.atan2(y - cy, x - cx) * 3 + take);
      const size =
        step * 0.62 * (distance < 1 ? wave * (1 - distance * 0.25) : Math.max(0, (y / h) ** 2.2 * 0.9 * wave));
      if (size > 0.8) dots += circle(x, y, size, distance < 1 ? ground : deep);
    }
  return out + dots;
};
