import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type ReactElement, use } from 'react';
import { OverlayHome } from './overlay-home.ts';

/** A word on what a control does, for eyes; the control has its own name for readers. */
export function Tooltip({ text, children }: { text: string; children: ReactElement<Record<string, unknown>> }) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal container={use(OverlayHome)}>
        <Base.Positioner sideOffset={8} className="z-50">
          <Base.Popup className="max-w-64 rounded-[6px] border border-line bg-overlay px-2.5 py-1.5 text-caption shadow-float transition-opacity duration-(--quick) data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
