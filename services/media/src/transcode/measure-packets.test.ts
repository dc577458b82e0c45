import { readPackets } from './measure-packets.ts';

const NO_TIME = '-9223372036854775808';

/** Packets as ffmpeg writes them: a picture in 1/1000 s, and a sound track in 1/48000 s. */
function measured(...packets: string[]) {
  const reader = readPackets();
  const head = ['#software: Lavf59', '#tb 0: 1/1000', '#media_type 0: video', '#tb 1: 1/48000'];
  for (const line of [...head, ...packets]) reader.onLine(line);
  return reader.measured();
}
const picture = (shown: number | string, length: number, decoded: number | string = shown) =>
  `0, ${String(decoded).padStart(10)}, ${String(shown).padStart(10)}, ${String(length).padStart(8)}, 2328, 0x7563504b`;
const sound = (at: number, length: number) => `1, ${at}, ${at}, ${length}, 300, 0x12, F=0x0`;

test.each([
  ['no packets', [], { frames: [], pictureS: 0, pictureEndS: 0, soundEndS: 0 }],
  ['one frame', [picture(0, 40)], { frames: [0], pictureS: 0.04, pictureEndS: 0.04 }],
  ['one frame without a length', [picture(0, 0)], { frames: [0], pictureS: 0, pictureEndS: 0 }],
  [
    'a last frame without a length, which is as long as the others',
    [picture(0, 40), picture(40, 40), picture(80, 0)],
    { frames: [0, 0.04, 0.08], pictureS: 0.12, pictureEndS: 0.12 },
  ],
  [
    'a last frame with the shortest length',
    [picture(0, 40), picture(40, 40), picture(80, 1)],
    { frames: [0, 0.04, 0.08], pictureS: 0.081, pictureEndS: 0.081 },
  ],
  [
    'a length below zero, which is none',
    [picture(0, -9), picture(40, -9)],
    { frames: [0, 0.04], pictureS: 0.08, pictureEndS: 0.08 },
  ],
  [
    'frames that are decoded in another order than shown',
    [picture(80, 40, 0), picture(160, 40, 40), picture(120, 40, 80)],
    { frames: [0.08, 0.12, 0.16], pictureS: 0.12, pictureEndS: 0.2 },
  ],
  [
    'a picture that begins late',
    [picture(1_000, 500), picture(1_500, 500)],
    { frames: [1, 1.5], pictureS: 1, pictureEndS: 2 },
  ],
  [
    'frames without a time to be shown at, which are shown when they are decoded',
    [picture(NO_TIME, 40, 0), picture(NO_TIME, 40, 40)],
    { frames: [0, 0.04], pictureS: 0.08, pictureEndS: 0.08 },
  ],
  [
    'a frame before zero',
    [picture(-40, 40), picture(0, 40)],
    { frames: [-0.04, 0], pictureS: 0.08, pictureEndS: 0.04 },
  ],
  [
    'sound in units of its own, whose last packet is not the one that ends last',
    [picture(0, 40), sound(0, 96_000), sound(48_000, 1_024)],
    { frames: [0], pictureS: 0.04, pictureEndS: 0.04, soundEndS: 2 },
  ],
  [
    'a track that names no unit',
    [picture(0, 40), '2, 0, 5, 9, 1, 0x0'],
    { frames: [0], pictureS: 0.04, pictureEndS: 0.04 },
  ],
])('packets are measured: %s', (_, packets, { frames, soundEndS = 0, ...expected }: Shape) => {
  const { times, ...lengths } = measured(...packets);
  expect([...times]).toEqual(frames.map((time) => expect.closeTo(time, 6)));
  const near = Object.entries({ ...expected, soundEndS }).map(([name, value]) => [name, expect.closeTo(value, 6)]);
  expect(lengths).toEqual(Object.fromEntries(near));
});

type Shape = { frames: number[]; pictureS: number; pictureEndS: number; soundEndS?: number };
