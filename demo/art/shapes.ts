/** Shapes as SVG text. Numbers are rounded, so that a picture is the same on every machine. */

export type Point = readonly [x: number, y: number];

const n = (value: number) => String(Math.round(value * 10) / 10);

export function rect(x: number, y: number, width: number, height: number, fill: string, opacity = 1): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${alpha(opacity)}/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${alpha(opacity)}/>`;
}

export function ring(x: number, y: number, radius: number, stroke: string, width: number, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"${alpha(opacity)}/>`;
}

export function polygon(points: readonly Point[], fill: string, opacity = 1): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}"${alpha(opacity)}/>`;
}

export function path(data: string, fill: string, opacity = 1): string {
  return `<path d="${data}" fill="${fill}"${alpha(opacity)}/>`;
}

export function stroke(data: string, colour: string, width: number, opacity = 1): string {
  return `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round"${alpha(opacity)}/>`;
}

/** A closed area below a smooth line through the points, down to the given height. */
export function hill(points: readonly Point[], bottom: number, fill: string, opacity = 1): string {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  return path(`${smooth(points)} L${n(last[0])} ${n(bottom)} L${n(first[0])} ${n(bottom)} Z`, fill, opacity);
}

/** A smooth line through the points. */
export function smooth(points: readonly Point[]): string {
  return points.reduce((data, [x, y], index) => {
    const before = points[index - 1];
    if (!before) return `M${n(x)} ${n(y)}`;
    const middle = (before[0] + x) / 2;
    return `${data} C${n(middle)} ${n(before[1])} ${n(middle)} ${n(y)} ${n(x)} ${n(y)}`;
  }, '');
}

export function group(content: string, transform: string, opacity = 1): string {
  return `<g transform="${transform}"${alpha(opacity)}>${content}</g>`;
}

export function linear(id: string, stops: readonly (readonly [number, string, number?])[], angle = 90): string {
  return `<linearGradient id="${id}" gradientTransform="rotate(${angle} .5 .5)">${stopsOf(stops)}</linearGradient>`;
}

export function radial(
  id: string,
  stops: readonly (readonly [number, string, number?])[],
  at: { x?: number; y?: number; r?: number } = {},
): string {
  const { x = 0.5, y = 0.5, r = 0.5 } = at;
  return `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${r}">${stopsOf(stops)}</radialGradient>`;
}

function stopsOf(stops: readonly (readonly [number, string, number?])[]): string {
  return stops
    .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('');
}

function alpha(opacity: number): string {
  return opacity < 1 ? ` opacity="${Math.round(opacity * 1000) / 1000}"` : '';
}

/** A colour between two, both as #rrggbb. */
export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, index: number) => Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16);
  const mixed = [0, 1, 2].map((i) => Math.round(channel(from, i) + (channel(to, i) - channel(from, i)) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
