import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { _ } from '../../language/words.ts';
import { iconButtonClass } from '../../ui/button.tsx';
import { galleryPhotoUrl } from './gallery-photo.ts';
import type { ProfileView } from './profile-view.ts';

type Photo = ProfileView['gallery'][number];
type Props = {
  name: string;
  photos: Photo[];
  /** The photo that is shown; nothing while the viewer is closed. */
  place: number | undefined;
  onPlace: (place: number | undefined) => void;
};

/** How far a finger moves to turn to another photo. */
const SWIPE_PX = 48;

/** Shows the photos of a gallery large, one after the other. Focus returns to the photo that opened it. */
export function GalleryViewer({ name, photos, place, onPlace }: Props) {
  const shown = useRef(0);
  if (place !== undefined) shown.current = place;
  return (
    <Base.Root open={place !== undefined} onOpenChange={(open) => open || onPlace(undefined)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-film transition-opacity duration-(--steady) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className="fixed inset-0 z-50 text-on-film transition-opacity duration-(--steady) data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Photos {...{ name, photos, onPlace }} place={Math.min(shown.current, photos.length - 1)} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Photos({ name, photos, place, onPlace }: Props & { place: number }) {
  const from = useRef<{ id: number; x: number; y: number }>(undefined);
  const photo = photos[place];
  const last = photos.length - 1;
  const show = (next: number) => next !== place && onPlace(Math.max(0, Math.min(last, next)));
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last }[key];
    if (next !== undefined) show(next);
  };
  const onPointerUp = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const start = from.current;
    from.current = undefined;
    if (!start || start.id !== pointerId) return;
    const [x, y] = [clientX - start.x, clientY - start.y];
    if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) show(place + (x < 0 ? 1 : -1));
  };
  if (!photo) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the dialog, which has buttons for all that they do
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]" onKeyDown={onKeyDown}>
      <div className="flex items-center justify-between gap-4 p-3 ps-5">
        <Base.Title className="min-w-0 truncate text-small">{_('Gallery of {name}', { name })}</Base.Title>
        <Base.Close aria-label={_('Close')} className={iconButtonClass('medium', 'text-on-film')}>
          <X aria-hidden className="size-5" />
        </Base.Close>
      </div>
      <div
        className="grid touch-pan-y touch-pinch-zoom select-none grid-cols-[minmax(0,1fr)] place-items-center overflow-hidden px-3 sm:px-20"
        onPointerDown={({ pointerId, pointerType, clientX, clientY, isPrimary }) => {
          from.current = isPrimary && pointerType !== 'mouse' ? { id: pointerId, x: clientX, y: clientY } : undefined;
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          from.current = undefined;
        }}
      >
        <img
          key={photo.path}
          src={galleryPhotoUrl(photo.path, 960)}
          alt={_('{name}, {value} of {count}', { name, value: place + 1, count: photos.length })}
          width={photo.width}
          height={photo.height}
          draggable={false}
          decoding="async"
          className="size-full object-contain"
        />
      </div>
      <div className="flex items-center justify-between gap-3 p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Turn label={_('Previous photo')} disabled={place === 0} onClick={() => show(place - 1)}>
          <ChevronLeft aria-hidden className="size-6 rtl:-scale-x-100" />
        </Turn>
        <Base.Description className="grid min-w-0 justify-items-center text-small" aria-live="polite">
          <span className="max-w-full truncate">{photo.name}</span>
          <span className="text-on-film-muted tabular-nums">
            {_('{number} of {count}', { number: place + 1, count: photos.length })}
          </span>
        </Base.Description>
        <Turn label={_('Next photo')} disabled={place === last} onClick={() => show(place + 1)}>
          <ChevronRight aria-hidden className="size-6 rtl:-scale-x-100" />
        </Turn>
      </div>
    </div>
  );
}

type TurnProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode };

/** A button that stays focusable at the end, so that focus is not lost with the last press. */
function Turn({ label, disabled, onClick, children }: TurnProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={onClick}
      className={iconButtonClass('medium', 'shrink-0 text-on-film aria-disabled:opacity-40')}
    >
      {children}
    </button>
  );
}
