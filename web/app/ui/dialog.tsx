import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { _ } from '../language/words.ts';
import { Button, iconButtonClass } from './button.tsx';
import { OverlayHome } from './overlay-home.ts';

export type DialogProps = {
  title: string;
  description?: ReactNode;
  /** An element that opens it; without one control it by `open`. */
  trigger?: ReactElement<Record<string, unknown>>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The buttons, the deciding one last. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** Asks for a decision. Work has a page of its own. On phones it rises from the bottom edge. */
export function Dialog({ title, description, trigger, open, onOpenChange, actions, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <OverlayHome value={undefined}>
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-(--steady) data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Base.Viewport className="fixed inset-0 z-50 grid items-end overflow-y-auto sm:place-items-center sm:p-6">
            <Base.Popup className="relative grid w-full grid-cols-[minmax(0,1fr)] gap-4 rounded-t-panel border border-line bg-overlay p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-float transition-[opacity,translate] duration-(--steady) data-ending-style:translate-y-3 data-starting-style:translate-y-3 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:max-w-md sm:rounded-panel">
              <Base.Title className="min-w-0 wrap-anywhere pe-10 font-title text-heading">{title}</Base.Title>
              {description ? (
                <Base.Description className="min-w-0 wrap-anywhere text-ink-muted">{description}</Base.Description>
              ) : null}
              {children}
              {actions ? (
                <div className="mt-2 flex flex-col-reverse gap-3 *:whitespace-normal *:wrap-anywhere sm:flex-row sm:flex-wrap sm:justify-end">
                  {actions}
                </div>
              ) : null}
              <Base.Close aria-label={_('Close')} className={iconButtonClass('medium', 'absolute top-3.5 end-3.5')}>
                <X aria-hidden className="size-5" />
              </Base.Close>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </OverlayHome>
    </Base.Root>
  );
}

/** Names what is destroyed and asks once. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = _('Cancel'),
  destructive,
  pending,
  onConfirm,
  ...rest
}: Omit<DialogProps, 'actions'> & {
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  pending?: boolean;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      {...rest}
      actions={
        <>
          <Base.Close render={<Button variant="secondary">{cancelLabel}</Button>} />
          <Button variant={destructive ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
