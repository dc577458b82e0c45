import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '@marquee/rules/imports';
import { aFilmCard } from '@marquee/testing/contract-messages';
import { diaryCsv, listCsv, watchlistCsv } from '../csv.ts';
import { readImport } from './read-import.ts';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const read = (text: string, name = 'diary.csv') => readImport(bytes(text), name);
const HEADER = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date';

test('a diary of Letterboxd is read with half stars, tags, quotes and line breaks in cells [FLM-14:import]', () => {
  const text = `\uFEFF${HEADER}\r\n2026-11-03,"Salt, ""again""",2026,https://boxd.it/a,3.5,Yes,"rain, night",2026-11-02\r\n2026-11-04,"Two\nlines",,https://boxd.it/b,,,,\r\n`;
  expect(read(text)).toMatchObject({
    kind: 'DIARY',
    rows: [
      {
        ...{ name: 'Salt, "again"', filmYear: 2026, watchedDay: '2026-11-02', stars: 4, rewatch: true },
        tags: ['rain', 'night'],
      },
      { name: 'Two\nlines', filmYear: 0, watchedDay: '2026-11-04', stars: 0, rewatch: false, tags: [] },
    ],
  });
});

test('what we export is read as it was, also a title that looks like a formula [FLM-14:import] [FLM-14:csv]', async () => {
  const film = aFilmCard({ id: '01980000-0000-7000-8000-000000000001', filmTitle: '=Equal', releaseYear: 2026 });
  const entry = { film, watchedOn: '2026-11-02', rating: 5, rewatch: true, tags: ['rain', 'night'] } as never;
  expect(read(await diaryCsv([entry], 'https://marquee.example'))).toMatchObject({
    rows: [
      {
        ...{ name: '=Equal', filmYear: 2026, uri: `https://marquee.example/feed/${film.id}`, stars: 5 },
        ...{ watchedDay: '2026-11-02', rewatch: true, tags: ['rain', 'night'] },
      },
    ],
  });
});

test('diary, watchlist and lists go out with the columns of Letterboxd and come in again as they were [FLM-14]', async () => {
  const site = 'https://marquee.example';
  const film = aFilmCard({ id: '01980000-0000-7000-8000-000000000002', filmTitle: 'Salt, "again"', releaseYear: 2026 });
  const uri = `${site}/feed/${film.id}`;
  const same = { name: 'Salt, "again"', filmYear: 2026 };
  const columns = (text: string) => text.split('\n')[0];

  const entry = { film, watchedOn: '2026-11-02', rating: 4, rewatch: false, tags: [] } as never;
  const diary = await diaryCsv([entry], site);
  expect(columns(diary)).toBe(HEADER);
  expect(read(diary)).toMatchObject({ kind: 'DIARY', rows: [{ ...same, uri, watchedDay: '2026-11-02', stars: 4 }] });

  const watchlist = await watchlistCsv([{ film, addedOn: '2026-11-02' }], site);
  expect(columns(watchlist)).toBe('Date,Name,Year,Letterboxd URI');
  expect(read(watchlist, 'watchlist.csv')).toMatchObject({ kind: 'WATCHLIST', rows: [{ ...same, uri }] });

  const list = listCsv([{ film }], site);
  expect(columns(list)).toBe('Position,Name,Year,URL');
  expect(read(list, 'list.csv')).toMatchObject({ rows: [{ ...same, uri }] });
  // As Letterboxd writes a list, with what it says of itself before.
  const exported = `Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2026-11-02,Rivers,,https://boxd.it/l,\n\n${list}`;
  expect(read(exported, 'rivers.csv')).toMatchObject({ rows: [{ ...same, uri }] });
});

test('a day that is none, or before there were films, is left open [FLM-14:import]', () => {
  const days = ['1888-01-01', '1887-12-31', '2026-02-30', '02/11/2026', '2026-2-3', 'x2026-02-03'];
  const text = `${HEADER}\n${days.map((day) => `,Salt,,,,,,${day}`).join('\n')}`;
  const expected = ['1888-01-01', '', '', '', '', ''].map((watchedDay) => ({ watchedDay }));
  expect(read(text)).toMatchObject({ rows: expected });
});

test('columns say what a file holds [FLM-14:import]', () => {
  expect(read('Date,Name,Year,Letterboxd URI,Rating\n2026-11-02,Salt,2026,,4.5', 'ratings.csv')).toMatchObject({
    ...{ kind: 'RATINGS', rows: [{ stars: 5 }] },
  });
  expect(read('Date,Name,Rating\n2026-11-02,Salt,4', 'my watchlist.csv')).toMatchObject({ kind: 'WATCHLIST' });
  expect(read('Date;Name;Year\n2026-11-02;Salt;2026', 'watchlist.csv')).toMatchObject({
    ...{ kind: 'WATCHLIST', rows: [{ name: 'Salt', filmYear: 2026 }] },
  });
});

test('what is no CSV, in other letters, with half a quote, without rows or too large is refused [FLM-14:import]', () => {
  const problem = (text: string) => read(text).problem;
  expect(problem('Just a letter to you.')).toBe('columns');
  expect(problem('')).toBe('empty');
  expect(problem(HEADER)).toBe('empty');
  expect(read(`${HEADER}\n2026-11-02,"Salt,2026,,,,,\n2026-11-02,Amber,2026,,,,,`)).toMatchObject({ problem: 'quote' });
  expect(problem(`${HEADER}\n2026-11-02,Sa"lt,2026,,,,,`)).toBe('quote');
  expect(readImport(Uint8Array.of(0x4e, 0xe9, 0x2c).buffer, 'latin.csv').problem).toBe('letters');
  expect(readImport(Uint8Array.of(0xff, 0xfe, 0x4e, 0).buffer, 'utf16.csv').problem).toBe('letters');
  expect(problem('Name\n\0')).toBe('letters');
  expect(problem(`Name,Year\n${'Salt,2026\n'.repeat(100_000)}`)).toBe('rows');
  expect(read(`Name,Year\n${'Salt,2026\n'.repeat(IMPORT_ROWS_MAX)}`).problem).toBeUndefined();
  expect(readImport(new ArrayBuffer(IMPORT_BYTES_MAX + 1), 'large.csv').problem).toBe('large');
  expect(read(`${HEADER}\n2026-02-30,Salt,2026,,9,,,31/10/2026`)).toMatchObject({
    rows: [{ watchedDay: '', stars: 0 }],
  });
});
