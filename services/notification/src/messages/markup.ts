/** Markup that is safe to use in a page or a mail without escaping. */
export type Markup = { readonly markup: string };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

type Value = string | number | Markup | readonly Markup[] | false | undefined;

/** A tagged template that escapes every value except markup. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: parts.reduce((text, part, index) => text + part + render(values[index]), '') };
}

function render(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
