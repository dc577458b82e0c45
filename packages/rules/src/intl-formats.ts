// Making a format of Intl takes up to a hundred times as long as using it, and dozens of KB: each is made once.

/** More than pages use at one time. Zones are what somebody typed, in small letters or capitals. */
const FORMATS_MAX = 200;
/** The one that was used longest ago comes first. */
const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat>();

function kept<Format extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat>(
  key: string,
  make: () => Format,
): Format {
  const format = (formats.get(key) as Format | undefined) ?? make();
  formats.delete(key);
  formats.set(key, format);
  const [oldest] = formats.size > FORMATS_MAX ? formats.keys() : [];
  if (oldest !== undefined) formats.delete(oldest);
  return format;
}

/** A format of dates in a language as BCP 47, in the time zone of this machine unless the options have one. */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(`date ${language} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(language, options));

/** A format of US dollars. */
export const usdFormat = (language: string): Intl.NumberFormat =>
  kept(`usd ${language}`, () => new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }));

/** A format of numbers that always have so many digits after the point. */
export const fixedFormat = (language: string, digits: number): Intl.NumberFormat =>
  kept(
    `fixed ${language} ${digits}`,
    () => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );

/** A format of sizes of files, without separators of thousands. */
export const sizeFormat = (
  language: string,
  unit: 'kilobyte' | 'megabyte' | 'gigabyte',
  digits: number,
): Intl.NumberFormat =>
  kept(
    `size ${language} ${unit} ${digits}`,
    () =>
      new Intl.NumberFormat(language, {
        ...{ style: 'unit', unit, useGrouping: false },
        ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
      }),
  );

/** A format of lists, such as "A, B and C". */
export const listFormat = (language: string, type: Intl.ListFormatType): Intl.ListFormat =>
  kept(`list ${language} ${type}`, () => new Intl.ListFormat(language, { type }));
