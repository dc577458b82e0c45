const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A list of pages, or of lists of pages, by their paths; paths hold ids and words of ours only. */
export function sitemapXml(kind: 'urlset' | 'sitemapindex', paths: readonly string[], publicUrl: string): Response {
  const entry = kind === 'urlset' ? 'url' : 'sitemap';
  const entries = paths.map((path) => `<${entry}><loc>${new URL(path, publicUrl).href}</loc></${entry}>`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</${kind}>\n`;
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
