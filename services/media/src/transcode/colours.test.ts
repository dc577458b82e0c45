import { toBt709 } from './colours.ts';

type Source = Parameters<typeof toBt709>[0];
const HD: Source = {
  ...{ codedWidth: 1920, codedHeight: 1080, pixelFormat: 'yuv420p' },
  ...{ transfer: undefined, matrix: undefined, primaries: undefined },
};
const filters = (more: Partial<Source>) => toBt709({ ...HD, ...more });
/** What the frames are said to be: matrix, primaries and curve. */
const saidToBe = (more: Partial<Source>) => {
  const named = filters(more).find((filter) => filter.startsWith('setparams='));
  return [...(named ?? '').matchAll(/(?:colorspace|color_primaries|color_trc)=([^:]+)/g)].map(([, value]) => value);
};
const count = (more: Partial<Source>) => filters(more).length;

test('BT.709 is only named, and nothing else is done to its frames', () => {
  expect(count({ matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' })).toBe(1);
  expect(saidToBe({ matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' })).toEqual(['bt709', 'bt709', 'bt709']);
  // Either of the two alone makes it something else.
  expect(count({ matrix: 'smpte170m', primaries: 'bt709' })).toBeGreaterThan(1);
  expect(count({ matrix: 'bt709', primaries: 'bt2020' })).toBeGreaterThan(1);
});

test('a file that is silent is read by its size, as players do', () => {
  const sized = (codedWidth: number, codedHeight: number) => saidToBe({ codedWidth, codedHeight })[0];
  expect(sized(1280, 576)).toBe('bt709');
  expect(sized(1278, 576)).toBe('smpte170m');
  expect(sized(720, 578)).toBe('bt709');
  expect(sized(720, 576)).toBe('smpte170m');
});

test('a name that cannot be converted counts as none', () => {
  expect(saidToBe({ matrix: 'reserved', primaries: 'unknown', transfer: 'gamma28' })).toEqual([
    ...['bt709', 'bt709', 'bt709'],
  ]);
  expect(saidToBe({ matrix: 'fcc', primaries: 'film' })).toEqual(['fcc', 'film', 'bt709']);
});

test.each(['smpte2084', 'arib-std-b67'])(
  'HDR of %s is BT.2020 unless it says otherwise, and is compressed',
  (transfer) => {
    expect(saidToBe({ transfer })).toEqual(['bt2020nc', 'bt2020', transfer]);
    // By its size it would be SD.
    expect(saidToBe({ transfer, codedWidth: 640, codedHeight: 360 })[0]).toBe('bt2020nc');
    expect(saidToBe({ transfer, primaries: 'smpte432', matrix: 'bt709' })).toEqual(['bt709', 'smpte432', transfer]);
    // Even where matrix and primaries are those of the output.
    const all = filters({ transfer, matrix: 'bt709', primaries: 'bt709' });
    expect(all.findIndex((one) => one.startsWith('tonemap='))).toBeGreaterThan(0);
    expect(all.at(-1)).toBe('format=yuv444p');
  },
);

test('the white of HDR is that of BT.2408, and its peak the brightest that it can say', () => {
  const all = filters({ transfer: 'smpte2084' }).join();
  expect(all).toContain('npl=203:');
  expect(all).toContain('peak=49.26:');
});

test('what is no HDR is not compressed', () => {
  expect(filters({ matrix: 'bt2020nc', primaries: 'bt2020' }).some((one) => one.startsWith('tonemap='))).toBe(false);
});

test('pictures of red, green and blue have no matrix', () => {
  for (const pixelFormat of ['rgb24', 'bgra', 'gbrp10le', 'pal8']) {
    expect(saidToBe({ pixelFormat })).toEqual(['gbr', 'bt709', 'bt709']);
    expect(filters({ pixelFormat }).at(-1)).toBe('format=yuv444p');
  }
});

test('pictures of odd sizes get colours for every pixel first, which those of red, green and blue have', () => {
  const first = (more: Partial<Source>) => filters({ matrix: 'smpte170m', ...more })[0];
  expect(first({ codedWidth: 1919 })).toBe('format=yuv444p16');
  expect(first({ codedHeight: 1079 })).toBe('format=yuv444p16');
  expect(first({})).toMatch(/^setparams=/);
  expect(first({ codedWidth: 1919, pixelFormat: 'rgb24', matrix: 'gbr' })).toMatch(/^setparams=/);
});

test('digital cinema is read by its own white, whatever else the file says', () => {
  const cinema = filters({ pixelFormat: 'xyz12le', transfer: 'smpte2084', matrix: 'bt709' });
  expect(cinema).toContain('exposure=exposure=0.1257');
  expect(cinema.some((one) => one.startsWith('tonemap='))).toBe(false);
});
