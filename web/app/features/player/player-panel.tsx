import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { iconButtonClass } from '../../ui/button.tsx';
import { SHORTCUTS } from './keyboard.ts';

/** A dialog inside the player, so that it is there in full screen too. */
export function PlayerPanel({
  title,
  description,
  open,
  container,
  onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  open: boolean;
  container: HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal container={container}>
        <Dialog.Backdrop className="absolute inset-0 z-30 bg-film/75 transition-opacity duration-(--steady) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="absolute inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Dialog.Popup className="relative grid w-full max-w-md gap-4 rounded-panel border border-line bg-overlay p-6 text-ink shadow-float outline-none transition-[opacity,translate] duration-(--steady) data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Dialog.Title className="pe-10 font-title text-heading">{title}</Dialog.Title>
            {description ? <Dialog.Description className="text-ink-muted">{description}</Dialog.Description> : null}
            {children}
            <Dialog.Close aria-label={_('Close')} className={iconButtonClass('medium', 'absolute end-3.5 top-3.5')}>
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function ShortcutsPanel({
  live,
  ...props
}: {
  /** Of a film that is watched in step. */
  live: boolean;
  open: boolean;
  container: HTMLElement | null;
  onClose: () => void;
}) {
  return (
    <PlayerPanel title={_('Keyboard shortcuts')} {...props}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5 text-small">
        {SHORTCUTS.filter((shortcut) => !live || shortcut.live).map(({ keys, does }) => (
          <div key={keys.join()} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={String(key)}
                  className="min-w-7 rounded-[5px] border border-line-control px-1.5 py-0.5 text-center font-text text-caption"
                >
                  {_(key)}
                </kbd>
              ))}
            </dt>
            <dd className="text-ink-muted">{_(does)}</dd>
          </div>
        ))}
      </dl>
    </PlayerPanel>
  );
}
