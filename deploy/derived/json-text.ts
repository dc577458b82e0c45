const WIDTH_MAX = 120;

/** JSON in the format of Biome: a list of plain values is one line if it fits. */
export function jsonText(value: unknown): string {
  return `${lines(value, 0, 0)}\n`;
}

/** `indent` is the indentation of its lines, `before` the width of the text before it on its first line. */
function lines(value: unknown, indent: number, before: number): string {
  const inner = ' '.repeat(indent + 2);
  const outer = ' '.repeat(indent);
  if (Array.isArray(value)) {
    const single = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const isSingle = value.every((item) => typeof item !== 'object') && before + single.length + 1 <= WIDTH_MAX;
    if (isSingle || value.length === 0) return single;
    return `[\n${value.map((item) => inner + lines(item, indent + 2, indent + 2)).join(',\n')}\n${outer}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return start + lines(item, indent + 2, start.length);
  });
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${outer}}`;
}
