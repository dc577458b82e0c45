/** Markup that is safe to put into a page or a mail as it stands. */
export type Markup = { readonly markup: string };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

type Value = string | number | Markup | readonly Markup[] | false | undefined;

/** Tagged template: every value is escaped unless it is markup itself, so that no template can forget to. */
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
