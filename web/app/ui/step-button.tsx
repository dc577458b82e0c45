import type { ReactNode } from 'react';
import { iconButtonClass } from './button.tsx';
import { classNames } from './class-names.ts';

type Props = { label: string; disabled: boolean; onClick: () => void; className?: string; children: ReactNode };

/** Moves an item of a list by one place. Disabled, it stays in the tab order, so that focus is not lost at an end. */
export function StepButton({ label, disabled, onClick, className, children }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      className={iconButtonClass('medium', classNames('aria-disabled:opacity-45', className))}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}
