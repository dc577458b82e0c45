/**
 * Replaces the text between the marker lines `derived: NAME` and `end of derived: NAME`, everywhere in the file, and indents
 * it like them. The markers are comments in the file's language.
 */
export function withMarked(file: string, name: string, content: string): string {
  const pattern = new RegExp(
    `^( *)(.*(?<!end of )derived: ${name}(?![\\w-]).*\\n)(?:.*\\n)*?(?=.*end of derived: ${name}(?![\\w-]))`,
    'gm',
  );
  if (!pattern.test(file)) throw new Error(`there are no markers "derived: ${name}"`);
  const indented = (indent: string) => content.replace(/^(?=.)/gm, indent);
  return file.replaceAll(pattern, (_, indent: string, marker: string) => `${indent}${marker}${indented(indent)}\n`);
}
