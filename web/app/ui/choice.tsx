import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';

type ToggleProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode; error?: string };

/** Yes or no, saved with its form. */
export function Checkbox({ label, hint, error, className, id: given, ...rest }: ToggleProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="flex min-h-6 items-start gap-3 has-disabled:opacity-55">
        <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
          <input
            id={id}
            type="checkbox"
            aria-describedby={hint || error ? `${id}-about` : undefined}
            aria-invalid={error ? true : undefined}
            className="peer size-5 appearance-none rounded-[5px] border border-line-control bg-surface transition-colors duration-(--quick) checked:border-action checked:bg-action aria-invalid:border-danger-ink"
            {...rest}
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute size-3.5 text-on-action opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="text-body">{label}</span>
      </label>
      {hint || error ? (
        <div id={`${id}-about`} className="ps-8 text-ink-muted text-small">
          {error ? <FieldError>{error}</FieldError> : hint}
        </div>
      ) : null}
    </div>
  );
}

export type RadioCard = { value: string; label: string; description?: ReactNode; icon?: ReactNode; disabled?: boolean };

/** A choice that deserves a sentence each: who you are, how a film is released. */
export function RadioCards({
  legend,
  hideLegend,
  hint,
  error,
  options,
  columns = 1,
  name,
  value,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'name' | 'value'> & {
  legend: string;
  hideLegend?: boolean;
  hint?: ReactNode;
  error?: string;
  options: readonly RadioCard[];
  columns?: 1 | 2 | 3;
  name: string;
  /** The chosen one, when the caller keeps it; a form's registration needs none. */
  value?: string;
}) {
  const id = useId();
  const grid = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }[columns];
  return (
    <fieldset className="grid gap-3" aria-describedby={error || hint ? `${id}-about` : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 font-medium text-small'}>{legend}</legend>
      <div className={classNames('grid gap-3', grid)}>
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex gap-4 rounded-panel border border-line-control bg-surface p-4 transition-colors duration-(--quick) hover:border-ink-faint has-checked:border-action has-checked:bg-action-wash has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              disabled={option.disabled}
              className="peer sr-only"
              {...rest}
            />
            {option.icon ? (
              <span className="mt-0.5 text-ink-muted peer-checked:text-action-ink">{option.icon}</span>
            ) : null}
            <span className="grid grow gap-1">
              <span className="font-medium">{option.label}</span>
              {option.description ? <span className="text-ink-muted text-small">{option.description}</span> : null}
            </span>
            <span
              aria-hidden
              className="mt-0.5 size-5 shrink-0 rounded-full border border-line-control peer-checked:border-6 peer-checked:border-action"
            />
          </label>
        ))}
      </div>
      {error || hint ? (
        <div id={`${id}-about`} className="text-ink-muted text-small">
          {error ? <FieldError>{error}</FieldError> : hint}
        </div>
      ) : null}
    </fieldset>
  );
}
