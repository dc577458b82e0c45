import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** Draws a picture for any address under /pictures, so that the gallery needs no files. */
const pictures: Plugin = {
  name: 'drawn-pictures',
  configureServer(server) {
    server.middlewares.use('/pictures', (request, response) => {
      const [, name = '', size = ''] = (request.url ?? '').split('/');
      const width = Number.parseInt(size, 10) || 400;
      const height = name.startsWith('still') ? (width * 9) / 16 : width * 1.5;
      const hue = [...name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 360;
      response.setHeader('content-type', 'image/svg+xml');
      response.end(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
        <defs><linearGradient id="g" x2=".4" y2="1"><stop stop-color="hsl(${hue} 45% 34%)"/><stop offset="1" stop-color="hsl(${hue + 50} 55% 9%)"/></linearGradient></defs>
        <rect width="100%" height="100%" fill="url(#g)"/>
        <circle cx="${width * 0.68}" cy="${height * 0.32}" r="${width * 0.24}" fill="hsl(${hue + 25} 75% 66%)" opacity=".85"/>
        <path d="M0 ${height * 0.78} Q ${width * 0.3} ${height * 0.6} ${width * 0.55} ${height * 0.76} T ${width} ${height * 0.68} V ${height} H 0Z" fill="hsl(${hue + 40} 50% 6%)"/></svg>`);
    });
  },
};

/** The gallery of the kit, for eyes: `npx vite --config web/stories/vite.config.ts`. No part of the product. */
export default defineConfig({ root: import.meta.dirname, plugins: [tailwindcss(), pictures] });
