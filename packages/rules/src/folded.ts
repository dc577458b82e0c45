/** Letters that no Unicode normalization reduces to a plain one. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', å: 'a', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n' },
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
const MARKS = /\p{M}/gu;

/** The text in small letters without accents. */
export function fold(text: string): string {
  const small = text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFKD').replace(MARKS, '');
  return small.replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter);
}
