import { parse } from 'yaml';

export type Data = string | number | boolean | readonly Data[] | { readonly [key: string]: Data | undefined };

const WIDTH_MAX = 118;
const PLAIN = /^[A-Za-z0-9/_][\w./:@+-]*$/;

/** Data as YAML. A map is one line if it fits, except in the first `depth` levels. */
export function yamlText(data: Data, depth = 0, indent = 0): string {
  if (!isMap(data)) return flowText(data);
  return entriesOf(data)
    .map(([key, value]) => {
      const line = `${key}: ${flowText(value)}`;
      const isLine = !isMap(value) || (depth <= 1 && indent + line.length <= WIDTH_MAX);
      return isLine ? line : `${key}:\n${yamlText(value, depth - 1, indent + 2).replace(/^/gm, '  ')}`;
    })
    .join('\n');
}

/** Data in one line. */
export function flowText(data: Data): string {
  if (typeof data === 'string') return PLAIN.test(data) && parse(data) === data ? data : JSON.stringify(data);
  if (Array.isArray(data)) return `[${data.map(flowText).join(', ')}]`;
  if (isMap(data)) {
    const entries = entriesOf(data).map(([key, value]) => `${key}: ${flowText(value)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return String(data);
}

function isMap(data: Data): data is { readonly [key: string]: Data | undefined } {
  return typeof data === 'object' && !Array.isArray(data);
}

function entriesOf(data: { readonly [key: string]: Data | undefined }): [string, Data][] {
  return Object.entries(data).flatMap(([key, value]): [string, Data][] => (value === undefined ? [] : [[key, value]]));
}
