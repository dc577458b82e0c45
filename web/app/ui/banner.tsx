import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  neutral: 'bg-raised text-ink',
  warn: 'bg-warn-wash text-warn-ink',
  danger: 'bg-danger-wash text-danger-ink',
  good: 'bg-good-wash text-good-ink',
  action: 'bg-action-wash text-ink',
};

/** One line across a page or a panel: a preview, a pending approval, no connection. */
export function Banner({
  tone = 'neutral',
  icon,
  action,
  urgent,
  children,
}: {
  tone?: keyof typeof tones;
  icon?: ReactNode;
  action?: ReactNode;
  /** Interrupts a screen reader. */
  urgent?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control px-4 py-3 text-small',
        tones[tone],
      )}
    >
      {icon ? <span className="shrink-0 [&_svg]:size-5">{icon}</span> : null}
      <span className="min-w-0 grow basis-48">{children}</span>
      {action}
    </div>
  );
}
