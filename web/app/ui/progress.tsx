import { LoaderCircle } from 'lucide-react';
import { _ } from '../language/words.ts';
import { classNames } from './class-names.ts';

/** Waits for something small. Never alone on a page: lists and pages have skeletons. */
export function Spinner({ label = _('Loading'), className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={classNames('inline-block', className)}>
      <LoaderCircle aria-hidden className="size-5 animate-[spin_900ms_linear_infinite]" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

export type ProgressProps = {
  label: string;
  /** 0 to 100; absent while unknown. */
  value?: number;
  /** Shown beside the label, such as "3.2 of 8 GB". */
  detail?: string;
  tone?: 'action' | 'good' | 'danger';
  hideLabel?: boolean;
};

const tones = { action: 'bg-action', good: 'bg-good-ink', danger: 'bg-danger' };

/** The progress of a piece of work. */
export function Progress({ label, value, detail, tone = 'action', hideLabel }: ProgressProps) {
  const known = value === undefined ? undefined : Math.min(100, Math.max(0, value));
  return (
    <div className="grid gap-1.5">
      {hideLabel ? null : (
        <div className="flex items-baseline justify-between gap-4 text-small">
          <span className="min-w-0 truncate">{label}</span>
          <span className="tabular shrink-0 text-ink-muted">
            {detail ?? (known === undefined ? '' : `${Math.floor(known)}%`)}
          </span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known === undefined ? undefined : Math.floor(known)}
        aria-valuetext={detail}
        className="h-1.5 overflow-hidden rounded-full bg-raised"
      >
        <div
          className={classNames(
            'h-full rounded-full',
            tones[tone],
            known === undefined
              ? 'w-1/3 animate-[indeterminate_1.4s_ease-in-out_infinite]'
              : 'transition-[width] duration-(--slow)',
          )}
          style={known === undefined ? undefined : { width: `${known}%` }}
        />
      </div>
    </div>
  );
}
