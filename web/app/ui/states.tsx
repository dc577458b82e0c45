import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { _ } from '../language/words.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

/** The shape of what is coming, in its final size. */
export function Skeleton({ className, label }: { className?: string; label?: string }) {
  return (
    <div role={label ? 'status' : undefined} className={classNames('skeleton rounded-control', className)}>
      {label ? <span className="sr-only">{label}</span> : null}
    </div>
  );
}

type StateProps = { title: string; children?: ReactNode; icon?: ReactNode; action?: ReactNode };

function State({ title, children, icon, action, role }: StateProps & { role?: 'alert' }) {
  return (
    <div role={role} className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-16 text-center">
      {icon ? <span className="mb-1 text-ink-faint [&_svg]:size-9 [&_svg]:stroke-[1.25]">{icon}</span> : null}
      <p className="wrap-anywhere font-title text-heading">{title}</p>
      {children ? <div className="wrap-anywhere text-balance text-ink-muted">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}

/** An empty list: says what belongs here and offers the first step. */
export function EmptyState(props: StateProps) {
  return <State {...props} />;
}

/** This part could not be loaded; the rest of the page stands. */
export function ErrorState({ title, children, icon, onRetry, action }: StateProps & { onRetry?: () => void }) {
  return (
    <State
      role="alert"
      title={title}
      icon={icon}
      action={
        onRetry || action ? (
          <>
            {onRetry ? (
              <Button icon={<RotateCcw aria-hidden className="size-4" />} onClick={onRetry}>
                {_('Try again')}
              </Button>
            ) : null}
            {action}
          </>
        ) : null
      }
    >
      {children}
    </State>
  );
}

/** The last line of a list that was loaded to its end. */
export function EndOfList({ children = _('That is all for now.') }: { children?: ReactNode }) {
  return (
    <p className="flex items-center gap-4 py-10 text-ink-faint text-small before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {children}
    </p>
  );
}
