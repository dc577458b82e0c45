import { Star } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import { formatCount, formatFixed } from '../language/format.ts';
import { _, msg } from '../language/words.ts';
import { classNames } from './class-names.ts';

const stars = [1, 2, 3, 4, 5] as const;

/** A mean of ratings, such as 4.3, and how many there are; without any, it says so instead of five empty stars. */
export function StarRating({
  value,
  count,
  size = 'small',
}: {
  value: number;
  count?: number;
  size?: 'small' | 'medium';
}) {
  if (count === 0) return <span className="text-ink-muted text-small">{_('No ratings yet')}</span>;
  const box = { small: 'size-4', medium: 'size-5' }[size];
  const rounded = formatFixed(value, 1);
  const text =
    count === undefined
      ? _('{rounded} out of 5', { rounded })
      : _('{count, plural, one {{rounded} out of 5, {count} rating} other {{rounded} out of 5, {count} ratings}}', {
          rounded,
          count,
        });
  return (
    <span className="inline-flex items-center gap-2">
      <span role="img" aria-label={text} className="relative inline-flex">
        <span className="flex gap-0.5 text-line-control">
          {stars.map((star) => (
            <Star key={star} aria-hidden strokeWidth={1.5} className={box} />
          ))}
        </span>
        <span
          className="absolute inset-0 flex gap-0.5 overflow-hidden text-action-ink"
          style={{ width: `${(value / 5) * 100}%` }}
        >
          {stars.map((star) => (
            <Star key={star} aria-hidden strokeWidth={1.5} className={classNames(box, 'shrink-0 fill-current')} />
          ))}
        </span>
      </span>
      {count === undefined ? null : (
        <span aria-hidden className="tabular text-ink-muted text-small">
          {`${rounded} (${formatCount(count)})`}
        </span>
      )}
    </span>
  );
}

const words = [msg('No stars'), msg('Poor'), msg('Fair'), msg('Good'), msg('Very good'), msg('Outstanding')] as const;

/** Takes 1 to 5 whole stars. Arrow keys move, as in any group of radio buttons. */
export function StarRatingInput({
  label,
  value,
  onChange,
  disabled,
  size = 'medium',
  inputRef,
}: {
  label: string;
  value: number;
  onChange: (stars: number) => void;
  disabled?: boolean;
  /** Of the first star, which a form focuses when none is chosen. */
  inputRef?: Ref<HTMLInputElement>;
  size?: 'medium' | 'large';
}) {
  const name = useId();
  const [hovered, setHovered] = useState(0);
  const shown = hovered || value;
  const box = { medium: 'size-7', large: 'size-10' }[size];
  return (
    <fieldset className="flex items-center gap-3" disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      <div className="-ms-1.5 flex" onPointerLeave={() => setHovered(0)}>
        {stars.map((star) => (
          <label
            key={star}
            onPointerEnter={() => setHovered(star)}
            className={classNames(
              'rounded-control p-1.5 transition-colors duration-(--quick) has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:opacity-45',
              star <= shown ? 'text-action-ink' : 'text-line-control',
            )}
          >
            <input
              ref={star === 1 ? inputRef : undefined}
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              className="sr-only"
            />
            <Star aria-hidden strokeWidth={1.5} className={classNames(box, star <= shown && 'fill-current')} />
            <span className="sr-only">
              {_('{star, plural, one {# star} other {# stars}}, {word}', { star, word: _(words[star]) })}
            </span>
          </label>
        ))}
      </div>
      <span
        aria-hidden
        className={classNames('min-w-24 text-ink-muted text-small', size === 'large' && 'max-sm:hidden')}
      >
        {shown === 0 ? '' : _(words[shown as 1 | 2 | 3 | 4 | 5])}
      </span>
    </fieldset>
  );
}
