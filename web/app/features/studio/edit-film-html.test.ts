import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { aStudioFilm } from '@marquee/testing/contract-messages';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { EditFilm } from './edit-film.tsx';

let entry = aStudioFilm();
const Editor = () => createElement(EditFilm, { entry });

/** The HTML of the editor, before any script. */
function htmlOf(...film: Parameters<typeof aStudioFilm>): string {
  entry = aStudioFilm(...film);
  return renderToString(createElement(createRoutesStub([{ path: '/', Component: Editor }])));
}

/** The element of a field, by its label. */
function fieldOf(html: string, label: string): string {
  const [, id = ''] = new RegExp(`<label for="([^"]*)"[^>]*>(?:(?!</label>).)*?${label}`).exec(html) ?? [];
  return new RegExp(`<(input|textarea|select)(?=[^>]* id="${id}")[^>]*>(?:(?!</\\1>|<label).)*`).exec(html)?.[0] ?? '';
}

test('the HTML of the film editor holds the values of the film before any script runs [STU-03:html]', () => {
  const html = htmlOf(
    {
      ...{ filmTitle: 'Salt', logLine: 'A ferry, a fog.', releaseDate: '2026-03-14', rating: 'PG', country: 'PT' },
      ...{ genres: ['Drama', 'Mystery'], isStudentFilm: true, hasSubtitles: false, isFree: false, usdCost: 1299n },
      ...{ releaseType: ReleaseType.SCREENING, festivalName: 'Curtas' },
    },
    { selfDistribute: true },
  );
  for (const [label, value] of [
    ['Title', 'Salt'],
    ['Release date', '2026-03-14'],
    ['Festival', 'Curtas'],
    ['Price in US dollars', '12.99'],
    ['Country', 'Portugal'],
  ] as const)
    expect([label, fieldOf(html, label)]).toEqual([label, expect.stringContaining(` value="${value}"`)]);
  expect(fieldOf(html, 'Log line')).toContain('>A ferry, a fog.');
  expect(fieldOf(html, 'Age rating')).toContain('<option value="PG" selected="">');
  expect(fieldOf(html, 'Release type')).toContain('<option value="SCREENING" selected="">');
  const isChecked = (label: string) => fieldOf(html, label).includes(' checked=""');
  expect(['A student film', 'Has subtitles', 'Free to watch', 'I distribute this film myself'].map(isChecked)).toEqual([
    ...[true, false],
    ...[false, true],
  ]);
  for (const genre of ['Drama', 'Mystery']) expect(html).toContain(`aria-label="Remove ${genre}"`);
});

test('the time of a screening, which depends on the time zone of the maker, is not in the HTML', () => {
  const at = timestampFromDate(new Date('2026-03-14T18:00:00Z'));
  const html = htmlOf({ releaseType: ReleaseType.SCREENING, screeningStartTime: at });
  expect(fieldOf(html, 'Screening starts')).toContain('type="datetime-local"');
  expect(fieldOf(html, 'Screening starts')).not.toContain(' value=');
});
