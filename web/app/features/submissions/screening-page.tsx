import { JudgeService } from '@marquee/contracts/festival/v1/judging_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { ErrorState } from '../../ui/states.tsx';

const WatchPage = lazy(async () => ({ default: (await import('../player/watch-page.tsx')).WatchPage }));

const ASK_EVERY_MS = 500;
const ASKS_MAX = 60;

type State =
  | { step: 'opening' }
  | { step: 'failed'; message: string }
  | { step: 'open'; filmId: string; title: string };

/** The film of a submission for who judges or programmes: opened at the festival, then played as any film [FES-09]. */
export function ScreeningPage({ submissionId }: { submissionId: string }) {
  const [state, setState] = useState<State>({ step: 'opening' });
  const open = useCallback(
    async (signal: { ended: boolean }) => {
      setState({ step: 'opening' });
      try {
        const { filmId, filmTitle } = await client(JudgeService).openScreening({ submissionId });
        if (!(await isReady(filmId, signal))) throw new Error('the film has not heard of the screening');
        if (!signal.ended) setState({ step: 'open', filmId, title: filmTitle || _('Film') });
      } catch (error) {
        const message = messageOf(error, _('We failed to open the film. Please try again.'));
        if (!signal.ended) setState({ step: 'failed', message });
      }
    },
    [submissionId],
  );
  useEffect(() => {
    const signal = { ended: false };
    void open(signal);
    return () => {
      signal.ended = true;
    };
  }, [open]);

  if (state.step === 'failed') {
    return (
      <div className="page grid min-h-dvh place-items-center py-10">
        <ErrorState title={state.message} onRetry={() => void open({ ended: false })} />
      </div>
    );
  }
  const loading = (
    <div role="status" className="grid h-dvh place-items-center bg-film text-on-film">
      {_('The film is loading')}
    </div>
  );
  if (state.step === 'opening') return loading;
  const film = {
    id: state.filmId,
    title: state.title,
    directors: [],
    festival: { id: '', name: '' },
    still: undefined,
    isPublic: false,
    screeningAt: undefined,
  };
  return (
    <Suspense fallback={loading}>
      <WatchPage film={film} back={`/judging/films/${submissionId}`} />
    </Suspense>
  );
}

/** The right takes a moment to arrive at the film. */
async function isReady(filmId: string, signal: { ended: boolean }): Promise<boolean> {
  for (let asked = 0; asked < ASKS_MAX && !signal.ended; asked += 1) {
    const found = await client(WatchService)
      .getFilmAccess({ filmId })
      .catch(() => undefined);
    if (found?.access?.valid) return true;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  return false;
}
