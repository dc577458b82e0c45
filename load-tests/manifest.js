// Reads the part of MPD that the product writes: one period, numbered templates with a timeline.
const attribute = (text, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];

/** The files of the lowest rendition of picture and sound: `{ init, segments: [{ file, seconds }] }` each. */
export function readManifest(text) {
  const sets = [...text.matchAll(/<AdaptationSet\b[\s\S]*?<\/AdaptationSet>/g)].map(([set]) => set);
  return ['video', 'audio']
    .map((kind) => sets.find((set) => (attribute(set, 'contentType') ?? attribute(set, 'mimeType'))?.startsWith(kind)))
    .filter(Boolean)
    .map(lowestOf);
}

function lowestOf(set) {
  const renditions = [...set.matchAll(/<Representation\b([^>]*)>([\s\S]*?)<\/Representation>/g)];
  const [lowest] = renditions.sort(([, a], [, b]) => attribute(a, 'bandwidth') - attribute(b, 'bandwidth'));
  if (!lowest) throw new Error('the manifest has no rendition');
  const [, head, body] = lowest;
  const [, template, timeline = ''] =
    /<SegmentTemplate\b([^>]*)>([\s\S]*?)<\/SegmentTemplate>/.exec(body) ??
    /<SegmentTemplate\b([^>]*)>([\s\S]*?)<\/SegmentTemplate>/.exec(set) ??
    [];
  if (!template) throw new Error('the manifest has no template of segments');
  return {
    init: fileOf(attribute(template, 'initialization'), head, 0),
    segments: segmentsOf(template, timeline, head),
  };
}

function segmentsOf(template, timeline, head) {
  const timescale = Number(attribute(template, 'timescale') ?? 1);
  const segments = [];
  let number = Number(attribute(template, 'startNumber') ?? 1);
  for (const [, entry] of timeline.matchAll(/<S\b([^>]*)\/>/g)) {
    const seconds = Number(attribute(entry, 'd')) / timescale;
    for (let repeat = Number(attribute(entry, 'r') ?? 0); repeat >= 0; repeat -= 1, number += 1) {
      segments.push({ file: fileOf(attribute(template, 'media'), head, number), seconds });
    }
  }
  return segments;
}

function fileOf(pattern, head, number) {
  return pattern
    .replaceAll('&amp;', '&')
    .replace('$RepresentationID$', attribute(head, 'id'))
    .replace('$Bandwidth$', attribute(head, 'bandwidth'))
    .replace(/\$Number(?:%0(\d+)d)?\$/, (_, width) => String(number).padStart(Number(width ?? 1), '0'));
}
