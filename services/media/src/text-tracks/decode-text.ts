/**
 * The legacy encoding of files in a language, as browsers assume it (HTML Standard, "encoding sniffing algorithm", table of
 * locales). Statistics over the few hundred bytes of a short file guess wrong too often.
 */
const LEGACY: Readonly<Record<string, string>> = {
  ...{ ar: 'windows-1256', fa: 'windows-1256', ur: 'windows-1256', he: 'windows-1255', el: 'windows-1253' },
  ...{ ru: 'windows-1251', uk: 'windows-1251', sr: 'windows-1251', tr: 'windows-1254', vi: 'windows-1258' },
  ...{ cs: 'windows-1250', hu: 'windows-1250', pl: 'windows-1250', ro: 'windows-1250', th: 'windows-874' },
  ...{ ja: 'shift_jis', ko: 'euc-kr', zh: 'gb18030' },
};
/** Includes Latin-1. */
const WESTERN = 'windows-1252';

const SAMPLE_BYTES = 4_096;

/** The text of a file: UTF-8 or UTF-16 where it is, else the encoding of its language. Undefined when it is no text. */
export function decodeText(bytes: Uint8Array, language: string): string | undefined {
  for (const encoding of [unicodeOf(bytes), LEGACY[language] ?? WESTERN]) {
    const text = decodeAs(bytes, encoding);
    if (text !== undefined && !text.includes('\0')) return text;
  }
  return undefined;
}

function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** By the byte order mark, or by where the zero bytes of Western letters, digits and line ends are. */
function unicodeOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros: [number, number] = [0, 0];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at & 1 ? 1 : 0] += 1;
  const many = sample.length / 8;
  if (zeros[1] > many && zeros[0] < zeros[1] / 4) return 'utf-16le';
  if (zeros[0] > many && zeros[1] < zeros[0] / 4) return 'utf-16be';
  return 'utf-8';
}
