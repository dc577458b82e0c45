import { sitemapXml } from './sitemap-xml.ts';

test.each([
  ['urlset', 'url'],
  ['sitemapindex', 'sitemap'],
] as const)('the entries of a %s are each a %s', async (kind, entry) => {
  const text = await sitemapXml(kind, ['/feed/f1', '/feed/f2'], 'https://marquee.example').text();
  const lines = ['f1', 'f2'].map((id) => `<${entry}><loc>https://marquee.example/feed/${id}</loc></${entry}>`);
  expect(text.split('\n').slice(2, 4)).toEqual(lines);
});
