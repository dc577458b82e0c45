import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { _ } from '../language/words.ts';
import { iconButtonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import { showToasts, type ToastMessage } from './toast.ts';

const manager = Base.createToastManager();
const shortMs = 5_000;
const undoMs = 8_000;

function add({ message, detail, tone = 'neutral', undo, action }: ToastMessage): void {
  const offered = undo ? { label: _('Undo'), onClick: undo } : action;
  const id: string = manager.add({
    title: message,
    description: detail,
    type: tone,
    priority: tone === 'danger' ? 'high' : 'low',
    timeout: offered ? undoMs : shortMs,
    actionProps: offered
      ? {
          children: offered.label,
          onClick: () => {
            offered.onClick();
            manager.close(id);
          },
        }
      : undefined,
  });
}

/**
 * The place where toasts appear; the layout holds the only one. On phones it is below the top bar and shows the newest
 * alone: at the bottom are what a thumb presses, the rooms, the buttons of a sheet and the uploads.
 */
export function Toaster() {
  useEffect(() => showToasts(add), []);
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 top-[calc(var(--bar-height)+0.5rem)] z-60 flex flex-col gap-2 sm:start-auto sm:w-96 md:end-6 md:top-auto md:bottom-8">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((one) => (
    <Base.Root
      key={one.id}
      toast={one}
      swipeDirection={['right', 'up', 'down']}
      className="rounded-control border border-line bg-overlay shadow-float transition-[opacity,translate] duration-(--steady) data-limited:hidden max-md:[&:nth-of-type(n+2)]:hidden data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Base.Content className="flex items-center gap-3 py-2 pe-2 ps-4">
        {one.type === 'danger' ? <CircleAlert aria-hidden className="size-5 shrink-0 text-danger-ink" /> : null}
        {one.type === 'good' ? <CircleCheck aria-hidden className="size-5 shrink-0 text-good-ink" /> : null}
        <div className="grid min-w-0 grow gap-0.5 py-1.5">
          <Base.Title className="text-small" />
          <Base.Description className="text-caption text-ink-muted" />
        </div>
        <Base.Action
          className={classNames(
            'min-h-9 shrink-0 rounded-full px-3 font-medium text-action-ink text-small hover:bg-raised',
            !one.actionProps && 'hidden',
          )}
        />
        <Base.Close aria-label={_('Dismiss')} className={iconButtonClass('small')}>
          <X aria-hidden className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
