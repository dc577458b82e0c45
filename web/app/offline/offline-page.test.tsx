import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@testing-library/react';
import { OFFLINE_WORDS, type OfflineCatalogues, offlineWords } from './offline-words.ts';

const es = { title: 'Sin acceso.', offline: 'Sin red.', online: 'Mira tu red.', again: 'Reintentar', back: 'Volver' };
const catalogues: OfflineCatalogues = { es };
const here = { protocol: 'http:', port: '3000' };
const reader = (cookie: string, ...languages: string[]) => offlineWords(catalogues, { cookie, here, languages });

test('the offline page speaks the language that was chosen here, else the first of the browser that there is [SET-07:offline]', () => {
  const spanish = { language: 'es', words: es };
  const english = { language: 'en', words: OFFLINE_WORDS };
  expect(reader('a=1; marquee-language-3000=es', 'en')).toEqual(spanish);
  expect(reader('marquee-language-3000=en', 'es')).toEqual(english);
  // Of another port, and of a language that there is not.
  expect(reader('marquee-language-4000=es', 'de-AT', 'en')).toEqual(english);
  expect(reader('marquee-language-3000=constructor', 'es-MX')).toEqual(spanish);
  expect(reader('', 'pt')).toEqual(english);
  expect(reader('')).toEqual(english);
});

test('all of the page is in that language, with its title and the state of the network [SET-07:offline]', async () => {
  const page = await readFile(join(import.meta.dirname, 'offline.html'), 'utf8');
  document.documentElement.innerHTML = page.replace(/<script.*<\/script>|<link.*>/g, '');
  Object.assign(globalThis, { OFFLINE_CATALOGUES: catalogues });
  const port = window.location.port || '80';
  // biome-ignore lint/suspicious/noDocumentCookie: as the page of the app keeps it.
  document.cookie = `marquee-language-${port}=es`;
  await import('./offline-page.ts');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await waitFor(() => expect(document.title).toBe('Sin acceso. · Marquee'));
  expect(document.documentElement.lang).toBe('es');
  const texts = [...document.querySelectorAll('h1, [data-state], button')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['Sin acceso.', 'Mira tu red.', 'Reintentar', 'Volver']);
});
