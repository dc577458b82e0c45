import type { Scene } from './scene.ts';
import { circle, group, linear, mix, path, polygon, radial, rect, stroke } from './shapes.ts';

/** A city at night whose windows are lit, and one bus. */
export const nightCity: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = `<defs>${linear('sky', [
    [0, ground],
    [1, mix(deep, mid, 0.6)],
  ])}${linear(
    'beam',
    [
      [0, light, 0.85],
      [1, light, 0],
    ],
    0,
  )}</defs>`;
  out +=
    rect(0, 0, w, h, 'url(#sky)') +
    circle(w * [0.74, 0.2, 0.6][take % 3]!, h * (h > w ? 0.45 : 0.2), Math.min(w, h) * 0.075, light);
  const street = h * 0.83;
  for (let layer = 0; layer < 3; layer++) {
    for (let x = -20; x < w; ) {
      const width = random.between(0.07, 0.15) * w * (w > h ? 0.6 : 1);
      const top = street - h * random.between(0.16, 0.44 - layer * 0.1);
      const tone = mix(mix(deep, mid, 0.35), ground, 0.35 + layer * 0.32);
      out += rect(x, top, width, street - top, tone);
      const cell = Math.max(11, width / 6);
      for (let y = top + cell; y < street - cell * 1.5; y += cell * 1.55)
        for (let k = cell * 0.7; k < width - cell; k += cell * 1.3)
          if (random.next() < 0.26 - layer * 0.03)
            out += rect(x + k, y, cell * 0.55, cell * 0.8, random.next() < 0.8 ? accent : light, 0.9);
      x += width + (layer ? random.between(0, 14) : 0);
    }
  }
  out += rect(0, street, w, h - street, ground);
  const s = (Math.min(w, h) / 800) * 1.15;
  const bus =
    rect(-150, -104, 300, 92, accent) +
    rect(-138, -92, 276, 38, ground) +
    [-128, -76, -24, 28, 80].map((x) => rect(x, -88, 44, 30, light)).join('') +
    circle(-90, -10, 21, ground) +
    circle(92, -10, 21, ground) +
    circle(-90, -10, 9, mid) +
    circle(92, -10, 9, mid);
  const x = w * [0.4, 0.62, 0.3][take % 3]!;
  out += polygon(
    [
      [x + 150 * s, street - 34 * s + 20],
      [w + 200, street - 90 * s],
      [w + 200, street + 130 * s],
      [x + 150 * s, street - 16 * s + 20],
    ],
    'url(#beam)',
    0.5,
  );
  return out + group(bus, `translate(${x} ${street + 24 * s}) scale(${s})`);
};

/** A front of windows in art-deco steps; in one of them somebody. */
export const hotel: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = `<defs>${radial(
    'glow',
    [
      [0, mid],
      [1, ground],
    ],
    { y: 0.4, r: 0.75 },
  )}</defs>${rect(0, 0, w, h, 'url(#glow)')}`;
  for (let i = 0; i < 25; i++) {
    const angle = (Math.PI * i) / 24;
    out += stroke(
      `M${w / 2} ${h * 0.56} L${w / 2 - Math.cos(angle) * w} ${h * 0.56 - Math.sin(angle) * h}`,
      accent,
      1.4,
      0.4,
    );
  }
  const unit = Math.min(w, h) * 0.062;
  const steps = [13, 11, 9, 5, 3];
  let y = h;
  steps.forEach((columns, index) => {
    const rows = [3, 4, 3, 3, 2][index] as number;
    const width = columns * unit;
    out += rect(
      w / 2 - width / 2 - unit * 0.35,
      y - rows * unit * 1.1,
      width + unit * 0.7,
      rows * unit * 1.1 + 2,
      mix(deep, ground, index / 7),
    );
    out += rect(w / 2 - width / 2 - unit * 0.35, y - rows * unit * 1.1, width + unit * 0.7, unit * 0.14, accent);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const lit = random.next() < 0.2;
        const x = w / 2 - width / 2 + column * unit + unit * 0.24;
        const top = y - (row + 1) * unit * 1.1 + unit * 0.34;
        const chosen = index === 1 && row === 2 && column === [7, 3, 9][take % 3];
        out += rect(x, top, unit * 0.52, unit * 0.66, chosen ? accent : lit ? light : mix(ground, mid, 0.45));
        if (chosen)
          out +=
            circle(x + unit * 0.26, top + unit * 0.28, unit * 0.11, ground) +
            rect(x + unit * 0.13, top + unit * 0.4, unit * 0.26, unit * 0.26, ground);
      }
    y -= rows * unit * 1.1;
  });
  return (
    out +
    rect(w / 2 - unit * 0.1, y - unit * 2.4, unit * 0.2, unit * 2.4, accent) +
    circle(w / 2, y - unit * 2.5, unit * 0.22, light)
  );
};

/** A door stands open in a room of two colours. */
export const redRoom: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const x = w * [0.5, 0.34, 0.66][take % 3]!;
  const y = h * 0.47;
  const [dw, dh] = [Math.min(w, h) * 0.17, Math.min(w, h) * 0.4];
  let out = `<defs>${linear('floor', [
    [0, mix(accent, ground, 0.5)],
    [1, ground],
  ])}${linear('ray', [
    [0, light, 0.95],
    [1, light, 0.1],
  ])}</defs>`;
  out +=
    rect(0, 0, w, h, accent) +
    polygon(
      [
        [0, 0],
        [x - dw * 1.6, y - dh * 0.8],
        [x - dw * 1.6, y + dh * 0.5],
        [0, h],
      ],
      deep,
    ) +
    polygon(
      [
        [w, 0],
        [x + dw * 1.6, y - dh * 0.8],
        [x + dw * 1.6, y + dh * 0.5],
        [w, h],
      ],
      mid,
    );
  out += polygon(
    [
      [0, 0],
      [w, 0],
      [x + dw * 1.6, y - dh * 0.8],
      [x - dw * 1.6, y - dh * 0.8],
    ],
    mix(accent, ground, 0.72),
  );
  out += polygon(
    [
      [0, h],
      [w, h],
      [x + dw * 1.6, y + dh * 0.5],
      [x - dw * 1.6, y + dh * 0.5],
    ],
    'url(#floor)',
  );
  out += polygon(
    [
      [x - dw / 2, y + dh * 0.5],
      [x + dw / 2, y + dh * 0.5],
      [x + dw * 2.3, h],
      [x - dw * 0.9, h],
    ],
    'url(#ray)',
    0.8,
  );
  out += rect(x - dw / 2, y - dh * 0.5, dw, dh, light);
  const s = dh / 250;
  const person =
    circle(0, -96, 15, ground) +
    path('M-22 -74 Q0 -84 22 -74 L26 -8 L15 -8 L12 60 L2 60 L0 0 L-2 60 L-12 60 L-15 -8 L-26 -8 Z', ground);
  return (
    out +
    group(person, `translate(${x} ${y + dh * 0.5 - 60 * s}) scale(${s})`) +
    polygon(
      [
        [x - dw / 2, y + dh * 0.5],
        [x + dw * 0.2, y + dh * 0.5],
        [x + dw * 1.5, h],
        [x + dw * 0.4, h],
      ],
      ground,
      0.45,
    )
  );
};

/** Curtains, one light, one person. */
export const stage: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const x = w * [0.5, 0.36, 0.64][take % 3]!;
  let out = `<defs>${linear('cone', [
    [0, light, 0.9],
    [1, light, 0.18],
  ])}</defs>${rect(0, 0, w, h, ground)}`;
  const folds = w > h ? 26 : 14;
  for (let i = 0; i < folds; i++) {
    const left = (w * i) / folds;
    const lift = Math.abs(i + 0.5 - folds / 2) / (folds / 2);
    const bottom = h * (0.5 + lift ** 1.4 * 0.34);
    const drop = `M${left} 0 L${left + w / folds} 0 L${left + w / folds} ${bottom} Q${left + w / folds / 2} ${bottom + h * 0.035} ${left} ${bottom} Z`;
    out +=
      path(drop, i % 2 ? accent : mix(accent, ground, 0.35)) +
      rect(left + (w / folds) * 0.6, 0, (w / folds) * 0.16, bottom, ground, 0.22);
  }
  const floor = h * 0.84;
  out +=
    rect(0, floor, w, h - floor, deep) +
    polygon(
      [
        [x - w * 0.02, 0],
        [x + w * 0.02, 0],
        [x + Math.min(w, h) * 0.26, floor + h * 0.04],
        [x - Math.min(w, h) * 0.26, floor + h * 0.04],
      ],
      'url(#cone)',
      0.6,
    );
  out += `<ellipse cx="${x}" cy="${floor + h * 0.04}" rx="${Math.min(w, h) * 0.26}" ry="${h * 0.034}" fill="${light}" opacity="0.9"/>`;
  const s = Math.min(w, h) / 800;
  const person =
    circle(0, -196, 22, ground) +
    path('M-34 -164 Q0 -180 34 -164 L40 -70 L28 -70 L26 0 L-26 0 L-28 -70 L-40 -70 Z', ground) +
    rect(-18, 0, 13, 26, ground) +
    rect(5, 0, 13, 26, ground);
  return (
    out +
    group(person, `translate(${x} ${floor + h * 0.035 - 22 * s}) scale(${s * 1.05})`) +
    rect(0, 0, w, h * 0.045, mid)
  );
};

/** Brutalist blocks in a grid. */
export const concrete: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = rect(0, 0, w, h, light);
  const columns = w > h ? 12 : 7;
  const unit = w / columns;
  for (let column = 0; column < columns; column++) {
    const rows = Math.round((h / unit) * (0.25 + 0.5 * Math.abs(Math.sin(column * 1.31 + take * 2 + 0.6))));
    for (let row = 0; row < rows; row++) {
      const [x, y] = [column * unit, h - (row + 1) * unit];
      const tone = random.pick([mid, deep, mix(mid, light, 0.4), mix(deep, ground, 0.5)]);
      out += rect(x, y, unit, unit + 1, tone);
      const kind = random.whole(0, 4);
      if (kind === 0)
        out += path(`M${x} ${y + unit} A${unit} ${unit} 0 0 1 ${x + unit} ${y} L${x + unit} ${y + unit} Z`, ground);
      else if (kind === 1)
        out += circle(x + unit / 2, y + unit / 2, unit * 0.32, random.next() < 0.3 ? accent : ground);
      else if (kind === 2)
        for (let i = 0; i < 4; i++)
          out += rect(x + unit * 0.12, y + unit * (0.14 + i * 0.21), unit * 0.76, unit * 0.09, ground);
      else if (kind === 3)
        out += polygon(
          [
            [x, y + unit],
            [x + unit, y + unit],
            [x + unit, y],
          ],
          mix(ground, deep, 0.3),
        );
      else out += rect(x + unit * 0.3, y + unit * 0.2, unit * 0.4, unit * 0.8, ground);
    }
  }
  return out + circle(w * [0.78, 0.2, 0.5][take % 3]!, h * 0.17, unit * 0.75, accent);
};

/** A street under lamps. */
export const sodium: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const vx = w * [0.5, 0.34, 0.68][take % 3]!;
  const vy = h * 0.55;
  let out = `<defs>${radial('halo', [
    [0, light],
    [0.2, accent, 0.85],
    [1, accent, 0],
  ])}${linear('road', [
    [0, mix(mid, accent, 0.3)],
    [1, ground],
  ])}${linear('cone', [
    [0, accent, 0.6],
    [1, accent, 0.02],
  ])}</defs>`;
  out +=
    rect(0, 0, w, h, ground) +
    rect(0, vy - h * 0.16, w, h * 0.18, deep) +
    polygon(
      [
        [vx - 8, vy],
        [vx + 8, vy],
        [w * 1.2, h],
        [-w * 0.2, h],
      ],
      'url(#road)',
    );
  for (let i = 7; i >= 0; i--) {
    const depth = 1 / (1 + i * 0.62);
    for (const side of [-1, 1]) {
      const x = vx + side * w * 0.56 * depth;
      const base = vy + (h - vy) * depth * 0.92;
      const top = vy - h * 0.56 * depth;
      const arm = x - side * w * 0.13 * depth;
      out += polygon(
        [
          [arm - 5 * depth, top],
          [arm + 5 * depth, top],
          [arm + w * 0.16 * depth, base],
          [arm - w * 0.16 * depth, base],
        ],
        'url(#cone)',
        0.8,
      );
      out +=
        stroke(`M${x} ${base} L${x} ${top} L${arm} ${top}`, mix(ground, deep, 0.4), 11 * depth) +
        circle(arm, top, 66 * depth, 'url(#halo)');
    }
  }
  const s = Math.min(w, h) / 800;
  const person =
    circle(0, -130, 17, ground) +
    path('M-26 -108 Q0 -120 26 -108 L36 -10 L20 -10 L16 70 L3 70 L0 10 L-3 70 L-16 70 L-20 -10 L-36 -10 Z', ground);
  return (
    out +
    group(person, `translate(${vx} ${h * 0.8}) scale(${s * 1.2})`) +
    polygon(
      [
        [vx - 22 * s, h * 0.8 + 80 * s],
        [vx + 22 * s, h * 0.8 + 80 * s],
        [vx + 70 * s, h],
        [vx - 70 * s, h],
      ],
      ground,
      0.8,
    )
  );
};

/** A window throws its light on a wall; two chairs wait in it. */
export const twoChairs: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const s = Math.min(w, h) / 800;
  const floor = h * 0.76;
  let out = `<defs>${linear(
    'wall',
    [
      [0, mix(mid, deep, 0.35)],
      [1, deep],
    ],
    35,
  )}${linear('boards', [
    [0, mix(deep, ground, 0.45)],
    [1, ground],
  ])}</defs>`;
  out +=
    rect(0, 0, w, floor, 'url(#wall)') +
    rect(0, floor, w, h - floor, 'url(#boards)') +
    rect(0, floor - 12 * s, w, 12 * s, mix(deep, ground, 0.6));
  const x = w * [0.34, 0.52, 0.24][take % 3]!;
  const [pane, gap, lean] = [128 * s, 14 * s, 52 * s];
  for (let column = 0; column < 2; column++)
    for (let row = 0; row < 3; row++) {
      const px = x + column * (pane + gap) + (2 - row) * lean;
      const py = floor - 520 * s + row * (pane * 1.06 + gap);
      out += polygon(
        [
          [px + lean, py],
          [px + pane + lean, py + 10 * s],
          [px + pane, py + pane * 1.06 + 10 * s],
          [px, py + pane * 1.06],
        ],
        row === 2 ? mix(light, accent, 0.6) : row ? mix(light, accent, 0.25) : light,
        0.94,
      );
    }
  const spread = 2 * pane + gap;
  out += polygon(
    [
      [x - 10 * s, floor],
      [x + spread, floor],
      [x + spread - 130 * s, h],
      [x - 200 * s, h],
    ],
    mix(accent, ground, 0.25),
    0.5,
  );
  const legs = stroke('M-46 0 L-40 -104 M50 0 L44 -104 M-20 -8 L-16 -104 M28 -8 L24 -104', ground, 9);
  const chair =
    legs +
    polygon(
      [
        [-56, -116],
        [56, -116],
        [52, -98],
        [-52, -98],
      ],
      ground,
    ) +
    stroke('M-46 -112 L-58 -244 M38 -112 L30 -244', ground, 9) +
    stroke('M-62 -240 Q-14 -254 34 -240 M-58 -206 Q-14 -218 32 -206', ground, 9) +
    stroke('M-36 -200 L-30 -116 M-14 -204 L-8 -116 M10 -202 L14 -116', ground, 5);
  const y = floor + 74 * s;
  out +=
    group(chair, `translate(${x + 40 * s} ${y}) scale(${s * 1.35})`) +
    group(chair, `translate(${x + 330 * s} ${y + 14 * s}) scale(${-s * 1.35} ${s * 1.35})`);
  return out;
};

/** A small kiosk at a corner. */
export const kiosk: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const s = (Math.min(w, h) / 800) * [1.2, 1, 1.35][take % 3]!;
  let out =
    rect(0, 0, w, h, light) +
    rect(0, h * 0.76, w, h * 0.24, deep) +
    circle(w * [0.76, 0.2, 0.5][take % 3]!, h * 0.26, 96 * s, mix(accent, light, 0.25));
  let body = rect(-190, -330, 380, 330, mid) + rect(-160, -270, 320, 150, ground) + rect(-190, -110, 380, 12, ground);
  for (let i = 0; i < 8; i++) {
    const x = -208 + i * 52;
    body += path(`M${x} -350 L${x + 52} -350 L${x + 52} -288 A26 26 0 0 1 ${x} -288 Z`, i % 2 ? '#ffffff' : accent);
  }
  for (let i = 0; i < 6; i++)
    body += rect(-176 + i * 60, -92, 50, 66, [accent, light, ground, '#ffffff', deep, accent][i] as string);
  body +=
    circle(-20, -196, 34, light) + path('M-64 -120 Q-20 -176 24 -120 Z', accent) + rect(-216, -372, 432, 24, ground);
  out += group(body, `translate(${w * 0.5} ${h * 0.77}) scale(${s})`);
  return (
    out +
    stroke(`M0 ${h * 0.12} Q${w * 0.4} ${h * 0.18} ${w} ${h * 0.06}`, ground, 3) +
    stroke(`M0 ${h * 0.16} Q${w * 0.5} ${h * 0.2} ${w} ${h * 0.1}`, ground, 2)
  );
};
