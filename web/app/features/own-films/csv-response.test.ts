import type { DiaryEntry } from '@marquee/contracts/film/v1/diary_pb';
import { diaryCsv } from './csv.ts';
import { inParts } from './csv-response.ts';

test('a long diary is written in parts, between which others are answered, with one head', async () => {
  const entry = { film: { id: 'f1', filmTitle: 'Salt', releaseYear: 2026 }, watchedOn: '2026-11-20', tags: ['a, b'] };
  const entries = Array.from({ length: 2_000 }, () => entry as unknown as DiaryEntry);
  let turns = 0;
  let isWritten = false;
  const begun = diaryCsv(entries, 'https://marquee.example').finally(() => {
    isWritten = true;
  });
  while (!isWritten) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(turns).toBeGreaterThan(2_000 / 250 - 1);
  const lines = (await begun).trim().split('\n');
  expect(lines).toHaveLength(2_001);
  expect(lines[0]).toBe('Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date');
  expect(new Set(lines.slice(1)).size).toBe(1);
  expect((await diaryCsv([], 'https://marquee.example')).trim()).toBe(lines[0]);
});

test('a part has 250 rows at most', async () => {
  const sizes: number[] = [];
  const write = (part: number[]) => {
    sizes.push(part.length);
    return part.join();
  };
  await inParts(
    Array.from({ length: 251 }, (_row, at) => at),
    write,
  );
  expect(sizes).toEqual([250, 1]);
});
