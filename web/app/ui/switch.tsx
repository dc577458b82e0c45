import { type ComponentProps, type ReactNode, useId } from 'react';
import { worded } from '../language/words.ts';
import { classNames } from './class-names.ts';

type SwitchProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode; error?: string };

/** On or off, in force at once. */
export function Switch({ label, hint, error, className, id: given, ...rest }: SwitchProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <label
      htmlFor={id}
      className={classNames('flex min-h-11 items-center justify-between gap-6 has-disabled:opacity-55', className)}
    >
      <span className="grid gap-0.5">
        <span className="text-body">{label}</span>
        {hint || error ? (
          <span id={`${id}-about`} className={classNames('text-small', error ? 'text-danger-ink' : 'text-ink-muted')}>
            {error ? worded(error) : hint}
          </span>
        ) : null}
      </span>
      <span className="relative inline-flex shrink-0">
        <input
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox reports its own checked state
          role="switch"
          aria-describedby={hint || error ? `${id}-about` : undefined}
          className="peer h-7 w-12 appearance-none rounded-full border border-line-control bg-raised transition-colors duration-(--steady) checked:border-action checked:bg-action"
          {...rest}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 start-1 size-5 rounded-full bg-ink-muted transition-[transform,background-color] duration-(--steady) peer-checked:translate-x-5 peer-checked:bg-on-action"
        />
      </span>
    </label>
  );
}
