// `npm run words`: brings the catalogues of the web app up to date with its code. With files named `es.json`, `fr.json` of
// translations by message, adds these: npm run words -- path/es.json path/fr.json
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { compileCatalogues, LANGUAGES, translations, updateCatalogues } from './messages.mjs';

const more = Object.fromEntries(
  process.argv.slice(2).map((path) => [basename(path, '.json'), JSON.parse(readFileSync(path, 'utf8'))]),
);
const found = updateCatalogues(more);
compileCatalogues();
console.log(`${found.size} messages`);
for (const language of LANGUAGES) {
  const missing = [...translations(language)].filter(([, text]) => text === '').length;
  console.log(`${language}: ${missing === 0 ? 'complete' : `${missing} without translation`}`);
}
