// makes films and lossless renditions: /tmp/bytes/src/NAME-RUNG.mkv, and plan.json
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import { films } from '@marquee/demo/catalogue/catalogue';
import { clipPictures, drawClipPictures } from '@marquee/demo/pictures';
import { filmCommand } from '@marquee/demo/video/clip';
import { checkSource } from '@marquee/media/transcode/check-source';
import { pictureChain, planEncode } from '@marquee/media/transcode/encode';
import { findTools } from '@marquee/media/transcode/find-tools';
import { planRungs, planTiming } from '@marquee/media/transcode/ladder';
import { sampleFilm } from '@marquee/media/transcode/sample-film';
const run = promisify(execFile);
const { tools } = findTools({ preset: 'veryfast', threads: 0 }, process.env.PATH ?? '');
const out = '/tmp/bytes/src'; await mkdir(out, { recursive: true });
const paths: string[] = [];
for (const n of await readdir('/work/shared/media')) if (/\.(mp4|webm)$/.test(n)) paths.push(join('/work/shared/media', n));
const first = new Map(films.toReversed().map((film) => [film.video.field, film]));
for (const film of [...first.values()].slice(0, 12)) {
  const file = join('/tmp/bytes', `${film.key}.mp4`);
  if (!existsSync(file)) {
    const work = join('/tmp/bytes', 'pictures'); await drawClipPictures(work, film);
    const { stills, title } = clipPictures(work, film);
    await run(tools.ffmpeg, filmCommand(film, { stills, title, out: file }));
  }
  paths.push(file);
}
const plans: object[] = [];
for (const path of paths) {
  const verdict = await checkSource(tools, path); if (!verdict.ok) throw new Error(path);
  const { source } = verdict;
  const sample = await sampleFilm(tools, source, path);
  const timing = planTiming(source); const rate = timing.rate.numerator / timing.rate.denominator;
  const ours = planEncode({ ...source, ...(sample && { sample }) });
  for (const rung of planRungs(source.video)) {
    const file = join(out, `${parse(path).name}-${rung.name}.mkv`);
    const chain = [...pictureChain(source, timing), `trim=end_frame=${timing.frames}`, `scale=${rung.width}:${rung.height}:flags=bicubic:out_range=tv,setsar=1,format=yuv420p`].join();
    if (!existsSync(file)) await run(tools.ffmpeg, ['-v', 'error', '-y', '-i', path, '-map', `0:${source.video.index}`, '-vf', chain, '-c:v', 'utvideo', '-an', file]);
    const own = ours.renditions.find((r: { name: string }) => r.name === rung.name);
    plans.push({ film: parse(path).name, file, rung, own, rate, framesPerKey: timing.framesPerKey, seconds: source.durationS });
    console.log(file);
  }
}
writeFileSync('/tmp/bytes/plan.json', JSON.stringify(plans, null, 1));
