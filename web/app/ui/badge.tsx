import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  neutral: 'bg-raised text-ink-muted',
  action: 'bg-action-wash text-action-ink',
  good: 'bg-good-wash text-good-ink',
  warn: 'bg-warn-wash text-warn-ink',
  danger: 'bg-danger-wash text-danger-ink',
  live: 'bg-live text-on-live',
  /** A bare frame, for facts such as the age rating. */
  outline: 'border border-line-control text-ink-muted',
};

/** A state or a fact in a word or two. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: keyof typeof tones;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-[5px] px-2 font-medium text-caption',
        tones[tone],
      )}
    >
      {tone === 'live' ? (
        <span aria-hidden className="size-1.5 animate-[live_1.6s_infinite] rounded-full bg-current" />
      ) : (
        icon
      )}
      {children}
    </span>
  );
}
