import { TEXT_TRACK_LIMITS } from '@marquee/rules/text-tracks';
import { cueFileOf } from './cue-file.ts';
import { readCueFile } from './read-cue-file.ts';

const SECOND_MS = 1_000;
const time = (s: number) => new Date(s * SECOND_MS).toISOString().slice(11, 23).replace('.', ',');
const srt = (cues: number) =>
  Buffer.from(Array.from({ length: cues }, (_, at) => `${time(at)} --> ${time(at + 1)}\n<i>${at}</i>\n`).join('\n'));

test('a file with as many cues as there may be is read while the process answers others, as a small one is', async () => {
  const asked = { data: srt(TEXT_TRACK_LIMITS.cuesMax - 1), language: 'en' };
  expect(asked.data.byteLength).toBeGreaterThan(600_000);
  const turns: number[] = [];
  const begun = readCueFile(asked, 'a maker');
  // Nothing of it is done in this thread: turns of its loop come before the file is read.
  let isRead = false;
  void begun.finally(() => {
    isRead = true;
  });
  while (!isRead) {
    turns.push(performance.now());
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(turns.length).toBeGreaterThan(20);
  expect(await begun).toEqual(cueFileOf(asked));
  expect(await begun).toMatchObject({ ok: true, cueCount: TEXT_TRACK_LIMITS.cuesMax - 1, firstCueMs: 0 });
});

test('a large file that is refused names its line, and several makers take turns', async () => {
  const cut = Buffer.concat([srt(5_000), Buffer.from('\nno times\nhere\n00:00\n')]);
  const makers = ['a', 'a', 'a', 'b', 'c'];
  const files = await Promise.all(makers.map((maker) => readCueFile({ data: cut, language: 'en' }, maker)));
  expect(new Set(files.map((file) => JSON.stringify(file)))).toEqual(
    new Set([JSON.stringify(cueFileOf({ data: cut, language: 'en' }))]),
  );
});
