/**
 * Puts text between the two marker lines of a name, `derived: NAME` and `end of derived: NAME`, indented as they are.
 * The markers are comments of whatever the file is written in.
 */
export function withMarked(file: string, name: string, content: string): string {
  const lines = file.split('\n');
  const from = lines.findIndex((line) => new RegExp(`(?<!end of )derived: ${name}(?![\\w-])`).test(line));
  const to = lines.findIndex((line) => new RegExp(`end of derived: ${name}(?![\\w-])`).test(line));
  const first = lines[from];
  if (first === undefined || to < from) throw new Error(`there are no markers "derived: ${name}"`);
  const indent = /^ */.exec(first)?.[0] ?? '';
  const indented = content.split('\n').map((line) => (line === '' ? '' : indent + line));
  return [...lines.slice(0, from + 1), ...indented, ...lines.slice(to)].join('\n');
}
