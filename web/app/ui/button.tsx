import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { Spinner } from './progress.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const base =
  'relative inline-flex select-none items-center justify-center gap-2 rounded-full font-medium transition-[background-color,color,opacity,transform] duration-(--quick) active:scale-[0.985] disabled:opacity-45 aria-disabled:opacity-45';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-action text-on-action hover:bg-action-hover',
  secondary: 'bg-ink/8 text-ink shadow-lit hover:bg-ink/14',
  quiet: 'text-ink hover:bg-ink/8',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
};

const sizes: Record<ButtonSize, string> = {
  small: 'touch-area min-h-8 whitespace-nowrap px-3.5 text-small',
  medium: 'min-h-11 whitespace-nowrap px-4 text-small sm:px-5',
  // As wide as a form: a long label breaks, so that no form is wider than a phone.
  large: 'min-h-13 text-balance px-5 text-center text-body sm:px-7',
};

/** The look of a button, for an element that is neither a Button nor a LinkButton. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'medium', extra?: string): string {
  return classNames(base, variants[variant], sizes[size], extra);
}

type Look = { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode };

export type ButtonProps = ComponentProps<'button'> & Look & { pending?: boolean };

/** Does something here. `pending` keeps the width, shows a spinner and ignores further clicks. */
export function Button({ variant, size, icon, pending, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass(variant, size, className)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {pending ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      <span className={classNames('inline-flex items-center gap-2', pending && 'opacity-0')}>
        {icon}
        {children}
      </span>
    </button>
  );
}

/** Goes somewhere, and looks like a button. */
export function LinkButton({ variant, size, icon, className, children, ...rest }: ComponentProps<typeof Link> & Look) {
  // Where the document is to be loaded, the listener of plain links leaves the link to the browser too.
  const isDocument = rest.reloadDocument ? '' : undefined;
  return (
    <Link className={buttonClass(variant, size, className)} data-document={isDocument} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

const iconSizes: Record<ButtonSize, string> = {
  small: 'touch-area size-8 contain-layout',
  medium: 'size-11',
  large: 'size-13',
};

export const iconButtonClass = (size: ButtonSize = 'medium', extra?: string): string =>
  classNames(
    'inline-grid shrink-0 place-items-center rounded-full text-ink-muted transition-colors duration-(--quick) hover:bg-raised hover:text-ink disabled:opacity-45',
    iconSizes[size],
    extra,
  );

/** A button that is only a picture; its label is its name for readers and its tooltip. */
export function IconButton({
  label,
  size,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string; size?: ButtonSize }) {
  return (
    <button type="button" aria-label={label} title={label} className={iconButtonClass(size, className)} {...rest}>
      {children}
    </button>
  );
}
