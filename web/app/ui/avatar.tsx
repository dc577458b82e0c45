import { classNames } from './class-names.ts';

const sizes = {
  small: 'size-8 text-caption',
  medium: 'size-11 text-small',
  large: 'size-20 text-heading',
  huge: 'size-28 text-title sm:size-36',
};
const pixels = { small: 32, medium: 44, large: 80, huge: 144 };

/** A person: their picture, else their initials on a tint of their own. Decorative: the name stands beside it. */
export function Avatar({
  name,
  picture,
  size = 'medium',
}: {
  name: string;
  picture?: string;
  size?: keyof typeof sizes;
}) {
  const look = classNames('inline-grid shrink-0 place-items-center overflow-hidden rounded-full', sizes[size]);
  if (picture) {
    return (
      <img
        src={picture}
        alt=""
        width={pixels[size]}
        height={pixels[size]}
        loading="lazy"
        decoding="async"
        className={classNames(look, 'bg-raised object-cover')}
      />
    );
  }
  return (
    <span aria-hidden className={classNames(look, 'bg-action-wash font-medium text-action-ink')}>
      {initials(name)}
    </span>
  );
}

/** First letters of the first and last word; works for any script. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${Array.from(first)[0] ?? ''}${Array.from(last)[0] ?? ''}`.toLocaleUpperCase();
}
