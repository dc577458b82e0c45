import type { ComponentProps } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** A control over the film: 44 px at least, larger under a finger. */
export function FilmButton({
  label,
  shortcut,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; shortcut?: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${label} (${shortcut})` : label}
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-full text-on-film transition-[background-color,scale] duration-(--quick) hover:bg-on-film/15 active:scale-95 pointer-coarse:size-12 [&_svg]:size-6',
        className,
      )}
      {...rest}
    />
  );
}
