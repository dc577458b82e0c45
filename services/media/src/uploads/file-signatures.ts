/** A text that a file has at this place: its name in Latin-1. */
type Signature = readonly [at: number, text: string];

const has = (head: Buffer, [at, text]: Signature) => head.toString('latin1', at, at + text.length) === text;

// A box of an ISO file, which has its name behind its length. An index may follow at the end of the file.
const ISO_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp', 'uuid', 'sidx', 'moof'];
const VIDEOS: readonly Signature[] = [
  ...ISO_BOXES.map((name): Signature => [4, name]),
  [0, '\x1aE\xdf\xa3'],
  [8, 'AVI '],
  [8, 'CDXA'],
  [0, '0&\xb2u\x8ef\xcf\x11'],
  [0, 'FLV\x01'],
  [0, 'OggS'],
  [0, '\0\0\x01\xba'],
  [0, '\0\0\x01\xb3'],
];

// The packets of an MPEG transport stream begin with the same byte, each 188 bytes long, with a time before or a sum behind.
const SYNC = 0x47;
const isTransportStream = (head: Buffer) =>
  [
    [0, 188],
    [4, 192],
    [0, 204],
  ].some(([at = 0, length = 0]) => [0, 1, 2].every((packet) => head[at + packet * length] === SYNC));

// MXF may be preceded by up to 64 KiB of anything.
const MXF = Buffer.from('060e2b34020501010d010201', 'hex');
const MXF_RUN_IN_BYTES = 65_536;

/** Whether a file begins as a container of film does, so that it may be one whatever else its first bytes lack. */
export function looksLikeVideo(head: Buffer): boolean {
  if (VIDEOS.some((signature) => has(head, signature)) || isTransportStream(head)) return true;
  return head.subarray(0, MXF_RUN_IN_BYTES + MXF.length).includes(MXF);
}

const PICTURES: readonly Signature[] = [
  [0, '\xff\xd8\xff'],
  [0, '\x89PNG\r\n\x1a\n'],
  [8, 'WEBP'],
  [0, 'II*\0'],
  [0, 'MM\0*'],
  [0, 'II+\0'],
  [0, 'MM\0+'],
];
// AVIF and HEIF are ISO files of these brands; what else is one is a film.
const PICTURE_BRANDS = ['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'miaf'];

/** Whether a file begins as a picture does that may be decoded. */
export function looksLikePicture(head: Buffer): boolean {
  if (PICTURES.some((signature) => has(head, signature))) return true;
  return has(head, [4, 'ftyp']) && PICTURE_BRANDS.some((brand) => head.toString('latin1', 8, 64).includes(brand));
}
