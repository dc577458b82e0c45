import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { useTopic } from '../../realtime/use-topic.ts';
import { toast } from '../../ui/toast.ts';
import type { FilmView } from '../film/film-view.ts';
import { needsNativeHls } from '../player/engine.ts';
import { firstLicence, type Opened } from '../player/licences.ts';
import { LoadingStill } from '../player/loading-still.tsx';
import { playSource } from '../player/play-source.ts';
import type { Playback } from '../player/playback.ts';
import { Player } from '../player/player.tsx';
import { PlayerProblem } from '../player/player-problem.tsx';
import { preloadEngine } from '../player/preload-engine.ts';
import { useWatch } from '../player/use-watch.ts';
import { Follow, LOOK_EVERY_MS } from './follow.ts';
import { filmAt, spreadMs } from './premiere-step.ts';
import type { Premiere } from './use-premiere.ts';

const RatingPrompt = lazy(async () => ({ default: (await import('../player/rating-prompt.tsx')).RatingPrompt }));

/** The film of a premiere, in step with everybody else who watches it [WAT-13:premiere]. */
export function PremiereFilm({ film, premiere }: { film: FilmView; premiere: Premiere }) {
  const latest = useRef(premiere);
  latest.current = premiere;
  const live = useCallback(() => {
    const { premiere: facts, room } = latest.current;
    return facts ? Math.max(0, (room.clock.now() - filmAt(facts)) / 1_000) : 0;
  }, []);
  const before = useCallback(async () => {
    const { here } = latest.current;
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, Math.random() * spreadMs(here ?? 0));
    await promise;
  }, []);
  const opened = useCallback(() => latest.current.room.takeOpened(), []);
  const { state, tryAgain, takeOver } = useWatch(film.id, { live, opened, before });
  useTopic('account', undefined, () => (state.step === 'watching' ? state.watching.beat() : undefined));
  const [asked, setAsked] = useState(false);
  const playback = state.step === 'watching' ? state.watching.playback : undefined;
  useFollow(playback, live);
  const filmHref = `/feed/${film.id}`;

  if (state.step !== 'watching') {
    return (
      <div className="relative isolate grid size-full place-items-center bg-film text-on-film [color-scheme:dark]">
        <LoadingStill still={film.still} />
        {state.step === 'starting' ? (
          <div role="status">
            <span className="block size-12 animate-[spin_1s_linear_infinite] rounded-full border-3 border-on-film/25 border-t-on-film motion-reduce:animate-[live_1.6s_infinite]" />
            <span className="sr-only">{_('The film is loading')}</span>
          </div>
        ) : (
          <PlayerProblem
            problem={state.problem}
            filmHref={filmHref}
            watchHref={`${filmHref}/premiere`}
            onRetry={tryAgain}
            onTakeOver={takeOver}
          />
        )}
      </div>
    );
  }
  const { source, started } = state.watching;
  const ask = state.finished && !asked && !started.rated && !started.access?.preview;
  return (
    <Player
      {...{ playback: state.watching.playback, source, filmHref }}
      watchHref={`${filmHref}/premiere`}
      title={film.title}
      trickplayUrl=""
      {...(film.still && { still: film.still })}
      framed
      onTakeOver={takeOver}
      className="size-full"
      panels={(container) =>
        ask ? (
          <Suspense>
            <RatingPrompt
              filmId={film.id}
              title={film.title}
              container={container}
              onDone={(isRated) => {
                setAsked(true);
                if (isRated) toast({ message: _('Thank you. Your rating was saved.'), tone: 'good' });
              }}
            />
          </Suspense>
        ) : null
      }
    />
  );
}

/** Opens the film before its start, and of a protected one its licence, for who may watch it then. */
export async function openFilm(filmId: string): Promise<Opened> {
  preloadEngine();
  const calls = client(WatchService);
  const asked = { filmId, nativeHls: needsNativeHls(), source: playSource(filmId), inStep: true };
  const started = await calls.startPlayback(asked);
  return { started, licence: firstLicence(calls, started) };
}

function useFollow(playback: Playback | undefined, live: () => number): void {
  useEffect(() => {
    if (!playback) return;
    const follow = new Follow(playback.steered, live);
    const timer = setInterval(() => follow.look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [playback, live]);
}
