import type { Scene } from './scene.ts';
import { circle, group, linear, mix, type Point, path, polygon, radial, rect, ring, stroke } from './shapes.ts';

/** A lighthouse of cut paper and its beam. */
export const lighthouse: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const x = w * [0.36, 0.62, 0.26][take % 3]!;
  const s = (Math.min(w, h) / 800) * 1.1;
  const lamp = h * 0.36;
  let out = rect(0, 0, w, h, deep);
  for (let i = 0; i < 9; i++) {
    const r = Math.max(w, h) * (0.95 - i * 0.1);
    out += circle(x, lamp, r, mix(ground, deep, i / 9));
  }
  out +=
    polygon(
      [
        [x, lamp],
        [w * 1.3, lamp - h * 0.26],
        [w * 1.3, lamp + h * 0.1],
      ],
      accent,
    ) +
    polygon(
      [
        [x, lamp],
        [-w * 0.5, lamp - h * 0.02],
        [-w * 0.5, lamp + h * 0.2],
      ],
      accent,
      0.55,
    );
  let tower = polygon(
    [
      [-52, 420],
      [-34, 0],
      [34, 0],
      [52, 420],
    ],
    light,
  );
  for (let i = 0; i < 3; i++)
    tower += polygon(
      [
        [-39 - i * 5.6, 60 + i * 130],
        [39 + i * 5.6, 60 + i * 130],
        [42 + i * 5.6, 122 + i * 130],
        [-42 - i * 5.6, 122 + i * 130],
      ],
      mid,
    );
  tower +=
    rect(-46, -10, 92, 14, ground) +
    rect(-28, -62, 56, 54, accent) +
    rect(-3, -62, 6, 54, ground) +
    polygon(
      [
        [-40, -62],
        [0, -104],
        [40, -62],
      ],
      mid,
    ) +
    circle(0, -108, 7, mid);
  out += group(tower, `translate(${x} ${lamp + 34 * s}) scale(${s})`);
  for (let layer = 0; layer < 4; layer++) {
    const y = h * (0.78 + layer * 0.06);
    const step = w / (9 - layer);
    let data = `M${-step} ${h} L${-step} ${y}`;
    for (let at = -step; at < w + step; at += step) data += ` q${step / 2} ${random.between(-44, -26) * s} ${step} 0`;
    out += path(
      `${data} L${w + step} ${h} Z`,
      [mid, mix(mid, ground, 0.4), mix(deep, ground, 0.5), ground][layer] as string,
    );
  }
  return out;
};

/** A skull of torn paper. */
export const ossuary: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, , light, accent] = palette;
  let out = rect(0, 0, w, h, accent);
  for (let i = 0; i < 7; i++) {
    const y = (h * i) / 6 + random.between(-20, 20);
    out += polygon(
      [
        [-10, y],
        [w + 10, y + random.between(-70, 70)],
        [w + 10, y + 46 + random.between(-30, 30)],
        [-10, y + 66 + random.between(-30, 30)],
      ],
      deep,
      0.5,
    );
  }
  const s = (Math.min(w, h) / 800) * [1.5, 1.15, 1.75][take % 3]!;
  const jag = (points: Point[]) =>
    points.map(([x, y]): Point => [x + random.between(-7, 7), y + random.between(-7, 7)]);
  let skull = polygon(
    jag([
      [-150, -110],
      [-96, -196],
      [0, -222],
      [104, -192],
      [152, -104],
      [146, 10],
      [106, 66],
      [98, 128],
      [64, 126],
      [58, 168],
      [22, 172],
      [18, 132],
      [-12, 134],
      [-18, 174],
      [-56, 166],
      [-62, 122],
      [-96, 126],
      [-108, 62],
      [-148, 12],
    ]),
    light,
  );
  skull +=
    polygon(
      jag([
        [-112, -60],
        [-60, -86],
        [-24, -46],
        [-34, 12],
        [-92, 18],
      ]),
      ground,
    ) +
    polygon(
      jag([
        [112, -58],
        [64, -84],
        [26, -44],
        [36, 14],
        [92, 16],
      ]),
      ground,
    ) +
    polygon(
      jag([
        [0, 18],
        [24, 70],
        [-22, 72],
      ]),
      ground,
    );
  skull +=
    circle(64, -28, 9, accent) +
    polygon(
      jag([
        [-60, -210],
        [-44, -150],
        [-66, -130],
        [-38, -96],
        [-58, -138],
        [-36, -152],
      ]),
      ground,
    );
  return (
    out +
    group(
      skull,
      `translate(${w * [0.5, 0.64, 0.42][take % 3]!} ${h * 0.42}) rotate(${[-6, 9, -14][take % 3]}) scale(${s})`,
    )
  );
};

/** Two faces that are also a vase. */
export const profiles: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = `<defs>${linear('between', [
    [0, accent],
    [1, mix(accent, mid, 0.6)],
  ])}</defs>${rect(0, 0, w, h, 'url(#between)')}`;
  const face =
    'M-420 -460 L-96 -460 C-84 -400 -64 -360 -70 -300 C-74 -264 -92 -246 -86 -222 C-76 -186 -40 -150 -34 -128 C-30 -112 -56 -106 -58 -92 C-60 -80 -44 -74 -46 -60 C-48 -50 -58 -46 -56 -36 C-54 -26 -44 -24 -48 -8 C-54 14 -66 26 -66 48 C-64 84 -110 92 -142 104 C-176 118 -170 220 -150 300 C-140 350 -110 380 -60 420 L-60 700 L-420 700 Z';
  const s = (h / 1000) * [1, 1.15, 0.9][take % 3]!;
  const gap = [28, 60, 10][take % 3]!;
  out +=
    group(path(face, deep), `translate(${w / 2 - gap} ${h * 0.46}) scale(${s})`) +
    rect(0, 0, w / 2 - gap - 400 * s, h, deep);
  out +=
    group(path(face, ground), `translate(${w / 2 + gap} ${h * 0.46}) scale(${-s} ${s})`) +
    rect(w / 2 + gap + 400 * s, 0, w, h, ground);
  for (let i = 0; i < 9; i++)
    out += stroke(`M${w / 2 - gap * 0.2} ${h * (0.32 + i * 0.022)} h${gap * 0.4}`, light, 3, 0.9);
  for (const [side, tone] of [
    [-1, mid],
    [1, mid],
  ] as const)
    for (let i = 0; i < 5; i++)
      out += ring(w / 2 + side * (gap + 250 * s), h * 0.3, (34 + i * 24) * s, tone, 3, 0.8 - i * 0.13);
  return out;
};

/** A marigold in rings of petals. */
export const marigold: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  const [x, y] = [w * [0.5, 0.3, 0.72][take % 3]!, h * [0.4, 0.5, 0.46][take % 3]!];
  const s = (Math.min(w, h) / 800) * [1.15, 1.2, 1.5][take % 3]!;
  let out = `<defs>${radial('back', [
    [0, mix(deep, mid, 0.35)],
    [1, deep],
  ])}</defs>${rect(0, 0, w, h, 'url(#back)')}`;
  out += stroke(`M${x} ${y} Q${x + 40 * s} ${y + 300 * s} ${x - 30 * s} ${h + 40}`, ground, 16 * s);
  const leaf = 'M0 0 C60 -70 150 -70 210 -10 C140 30 60 40 0 0 Z';
  out +=
    group(path(leaf, ground), `translate(${x + 6 * s} ${y + 400 * s}) scale(${s}) rotate(-18)`) +
    group(path(leaf, mix(ground, mid, 0.25)), `translate(${x} ${y + 470 * s}) scale(${-s} ${s}) rotate(-24)`);
  for (let row = 0; row < 7; row++) {
    const count = 26 - row * 3;
    const reach = (292 - row * 40) * s;
    for (let i = 0; i < count; i++) {
      const angle = (360 * i) / count + row * 9;
      const tone = mix(row % 2 ? accent : mix(accent, light, 0.5), ground, 0.06 * (i % 3));
      out += group(
        path(
          `M0 0 C${reach * 0.2} ${reach * 0.13} ${reach * 0.9} ${reach * 0.19} ${reach} 0 C${reach * 0.9} ${-reach * 0.19} ${reach * 0.2} ${-reach * 0.13} 0 0 Z`,
          tone,
        ) + stroke(`M${reach * 0.3} 0 L${reach * 0.9} 0`, deep, 1.3, 0.35),
        `translate(${x} ${y}) rotate(${angle})`,
      );
    }
  }
  return out + circle(x, y, 26 * s, deep) + circle(x, y, 13 * s, light);
};

/** A penalty, from above. */
export const elevenMetres: Scene = ({ w, h, palette, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = rect(0, 0, w, h, mid);
  const bands = 9;
  for (let i = 0; i < bands; i += 2) out += rect(0, (h * i) / bands, w, h / bands, mix(mid, deep, 0.3));
  const s = Math.min(w, h) / 800;
  const x = w * [0.5, 0.4, 0.6][take % 3]!;
  const top = h * 0.12;
  const mark = top + 330 * s;
  out +=
    ring(x, mark, 190 * s, light, 7 * s) +
    rect(x - 330 * s, top, 660 * s, 270 * s, mix(mid, deep, 0.15)) +
    stroke(`M${x - 330 * s} ${top} v${270 * s} h${660 * s} v${-270 * s}`, light, 7 * s) +
    stroke(`M${x - 150 * s} ${top} v${95 * s} h${300 * s} v${-95 * s}`, light, 7 * s) +
    stroke(`M0 ${top} H${w}`, light, 7 * s);
  for (let i = 0; i <= 10; i++)
    out += stroke(`M${x - 100 * s + i * 20 * s} ${top} L${x - 115 * s + i * 23 * s} ${top - 74 * s}`, light, 1.6, 0.8);
  for (let i = 0; i < 4; i++)
    out += stroke(`M${x - 104 * s - i * 4 * s} ${top - 18 * s * (i + 1)} H${x + 104 * s + i * 4 * s}`, light, 1.6, 0.8);
  const ballY = h * [0.62, 0.66, 0.58][take % 3]!;
  out += `<ellipse cx="${x + 160 * s}" cy="${ballY + 96 * s}" rx="${230 * s}" ry="${40 * s}" fill="${ground}" opacity="0.5" transform="rotate(12 ${x} ${ballY})"/>`;
  out += circle(x, ballY, 108 * s, light);
  const spot = (cx: number, cy: number, r: number, turn: number) =>
    polygon(
      Array.from(
        { length: 5 },
        (_, i): Point => [
          cx + r * Math.cos(turn + (i * 2 * Math.PI) / 5),
          cy + r * Math.sin(turn + (i * 2 * Math.PI) / 5),
        ],
      ),
      ground,
    );
  out += spot(x, ballY, 36 * s, -1.57);
  for (let i = 0; i < 5; i++) {
    const angle = -1.57 + (i * 2 * Math.PI) / 5;
    out +=
      stroke(
        `M${x + 36 * s * Math.cos(angle)} ${ballY + 36 * s * Math.sin(angle)} L${x + 78 * s * Math.cos(angle)} ${ballY + 78 * s * Math.sin(angle)}`,
        ground,
        4 * s,
      ) + spot(x + 92 * s * Math.cos(angle), ballY + 92 * s * Math.sin(angle), 17 * s, angle);
  }
  return out + circle(x, mark, 9 * s, light) + ring(x, ballY, 130 * s, accent, 5 * s);
};

/** A head whose thoughts are swallows. */
export const swallows: Scene = ({ w, h, palette, random, take }) => {
  const [ground, deep, mid, light, accent] = palette;
  let out = `<defs>${linear('dusk', [
    [0, deep],
    [0.6, mid],
    [1, accent],
  ])}</defs>${rect(0, 0, w, h, 'url(#dusk)')}`;
  const bird =
    'M0 0 C-10 -16 -40 -30 -74 -26 C-50 -16 -40 -4 -22 8 L-40 30 L-8 16 L10 40 L8 10 C30 0 48 -14 60 -36 C36 -30 14 -18 0 0 Z';
  for (let i = 0; i < 34; i++) {
    const t = i / 34;
    const x = w * (0.2 + 0.75 * t + random.between(-0.06, 0.06));
    const y = h * (0.5 - 0.44 * Math.sin(t * 2.2 + take * 0.5) + random.between(-0.06, 0.06));
    out += group(
      path(bird, random.next() < 0.2 ? light : ground),
      `translate(${x} ${y}) rotate(${random.between(-50, 40)}) scale(${(0.25 + t * 0.75) * (Math.min(w, h) / 800)})`,
    );
  }
  const s = (Math.min(w, h) / 800) * 1.25;
  const head =
    'M-240 420 C-240 300 -160 260 -110 226 C-180 120 -170 -60 -30 -90 C90 -112 150 -20 142 50 C140 70 170 110 176 126 C178 136 156 138 152 146 C150 156 158 162 152 170 C146 176 154 186 148 196 C138 216 96 208 78 214 C70 244 110 300 200 330 C240 350 250 390 250 420 Z';
  return out + group(path(head, ground), `translate(${w * [0.4, 0.28, 0.55][take % 3]!} ${h - 400 * s}) scale(${s})`);
};
