import { ChevronDown, CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { _, worded } from '../language/words.ts';
import { classNames } from './class-names.ts';

export const controlClass =
  'w-full rounded-control border border-line-control bg-surface px-3.5 text-body text-ink transition-[border-color,background-color] duration-(--quick) placeholder:text-ink-faint hover:border-ink-faint focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-55 aria-invalid:border-danger-ink';

export type FieldProps = {
  label: string;
  /** The rule, shown before it is broken. */
  hint?: ReactNode;
  error?: string;
  /** Says "optional" behind the label, or what else it is needed for, such as 'needed to publish'; all others are required. */
  optional?: boolean | string;
  hideLabel?: boolean;
};

type ControlIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/** Label above, control, then its error or its rule. Other controls than ours take the ids by the render function. */
export function Field({
  id: given,
  label,
  hint,
  error,
  optional,
  hideLabel,
  aside,
  children,
}: FieldProps & { id?: string; aside?: ReactNode; children: (ids: ControlIds) => ReactNode }) {
  const made = useId();
  const id = given ?? made;
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1.5">
      <div className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="font-medium text-small">
          {label}
          <OptionalMark optional={optional} />
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <ControlError id={`${id}-error`} error={error} />
      {hint ? (
        <p id={`${id}-hint`} className={classNames('wrap-anywhere text-ink-muted text-small', error && 'sr-only')}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** What stands behind the label of a field that may stay empty. */
export function OptionalMark({ optional }: Pick<FieldProps, 'optional'>) {
  if (!optional) return null;
  return <span className="font-normal text-ink-faint">{` (${optional === true ? _('optional') : optional})`}</span>;
}

/** The error of a control. It is read out also where the focus was in the control already. */
export function ControlError({ id, error }: { id: string; error: string | undefined }) {
  // Out of the layout while it is empty: a live region has to be there before its text.
  return (
    <div aria-live="polite" className="empty:absolute">
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </div>
  );
}

/** An error beside what it is about: an alert by itself, or what describes a control by the id. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role={id ? undefined : 'alert'}
      className="wrap-anywhere flex items-start gap-1.5 text-danger-ink text-small"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{typeof children === 'string' ? worded(children) : children}</span>
    </p>
  );
}

type Counted = { limit?: number; length?: number };

/** Counts what was typed: a field never cuts it, so that nothing vanishes in silence. */
function Counter({ limit, length }: Counted) {
  if (limit === undefined || length === undefined) return null;
  return (
    <span className={classNames('tabular text-caption', length > limit ? 'text-danger-ink' : 'text-ink-faint')}>
      {`${length} / ${limit}`}
    </span>
  );
}

/** One line of text; with `limit` and `length` it counts. Spread `form.register('name')` into it. */
export function TextField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  prefix,
  suffix,
  limit,
  length,
  className,
  id,
  ...rest
}: Omit<ComponentProps<'input'>, 'prefix'> & FieldProps & Counted & { prefix?: ReactNode; suffix?: ReactNode }) {
  return (
    <Field {...{ id, label, hint, error, optional, hideLabel }} aside={<Counter limit={limit} length={length} />}>
      {(ids) => (
        <div className="relative">
          {prefix ? (
            <span className="pointer-events-none absolute inset-y-0 start-0 grid w-11 place-items-center text-ink-faint">
              {prefix}
            </span>
          ) : null}
          <input
            {...ids}
            aria-required={optional ? undefined : true}
            className={classNames(controlClass, 'h-12', prefix && 'ps-11', suffix && 'pe-12', className)}
            {...rest}
          />
          {suffix ? <span className="absolute inset-y-0 end-0 grid w-12 place-items-center">{suffix}</span> : null}
        </div>
      )}
    </Field>
  );
}

/** Several lines of text; with `limit` and `length` it counts. Grows with its content. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  hideLabel,
  limit,
  length,
  className,
  id,
  rows = 4,
  ...rest
}: ComponentProps<'textarea'> & FieldProps & Counted) {
  return (
    <Field {...{ id, label, hint, error, optional, hideLabel }} aside={<Counter limit={limit} length={length} />}>
      {(ids) => (
        <textarea
          {...ids}
          rows={rows}
          aria-required={optional ? undefined : true}
          className={classNames(controlClass, 'field-sizing-content min-h-28 py-3 leading-6', className)}
          {...rest}
        />
      )}
    </Field>
  );
}

export type Choice = {
  value: string;
  label: string;
  disabled?: boolean;
  /** Of a person, whom a combobox shows beside their name. */
  picture?: string;
};

/** One of a short, well-known list. Longer or unknown lists: Combobox. */
export function Select({
  label,
  hint,
  error,
  optional,
  hideLabel,
  options,
  placeholder,
  className,
  id,
  ...rest
}: ComponentProps<'select'> & FieldProps & { options: readonly Choice[]; placeholder?: string }) {
  return (
    <Field {...{ id, label, hint, error, optional, hideLabel }}>
      {(ids) => (
        <div className="relative">
          <select
            {...ids}
            aria-required={optional ? undefined : true}
            className={classNames(controlClass, 'h-12 appearance-none truncate pe-10', className)}
            {...rest}
          >
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 end-3.5 size-4 -translate-y-1/2 text-ink-muted"
          />
        </div>
      )}
    </Field>
  );
}
