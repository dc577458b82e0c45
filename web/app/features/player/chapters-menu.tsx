import { Popover } from '@base-ui/react/popover';
import { ListVideo } from 'lucide-react';
import { formatPosition } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { chapterAt } from './chapters.ts';
import { FilmButton } from './film-button.tsx';
import type { Playback } from './playback.ts';
import { usePlaybackState } from './use-playback-state.ts';

const ABOVE_SEEK_BAR_PX = 56;

/** The chapters of a film, to go to one. */
export function ChaptersMenu({
  playback,
  container,
  onMenuOpen,
}: {
  playback: Playback;
  container: HTMLElement | null | undefined;
  onMenuOpen: (open: boolean) => void;
}) {
  const chapters = usePlaybackState(playback, (state) => state.chapters);
  const current = usePlaybackState(playback, (state) => chapterAt(state.chapters, state.position)?.startS);
  return (
    <Popover.Root onOpenChange={onMenuOpen}>
      <Popover.Trigger
        render={
          <FilmButton label={_('Chapters')}>
            <ListVideo aria-hidden />
          </FilmButton>
        }
      />
      <Popover.Portal container={container}>
        <Popover.Positioner
          side="top"
          align="end"
          sideOffset={ABOVE_SEEK_BAR_PX}
          collisionPadding={12}
          className="z-20"
        >
          <Popover.Popup
            aria-label={_('Chapters')}
            className="grid max-h-[min(28rem,var(--available-height))] w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto overscroll-contain rounded-panel border border-line bg-overlay p-2 text-ink shadow-float outline-none [color-scheme:dark]"
          >
            <ol>
              {chapters.map(({ startS, title }) => (
                <li key={startS}>
                  <Popover.Close
                    aria-current={startS === current ? 'true' : undefined}
                    onClick={() => playback.seek(startS)}
                    className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-1.5 text-start text-small hover:bg-raised aria-[current]:text-action"
                  >
                    <span className="tabular shrink-0 text-ink-muted">{formatPosition(startS * 1_000)}</span>
                    <span className="wrap-anywhere min-w-0">{title}</span>
                  </Popover.Close>
                </li>
              ))}
            </ol>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
