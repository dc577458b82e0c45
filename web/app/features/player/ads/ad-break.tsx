import { ExternalLink, Pause, Play, SkipForward, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { formatPosition } from '../../../language/format.ts';
import { _ } from '../../../language/words.ts';
import { FilmButton } from '../film-button.tsx';
import { type LinearAd, loadAds } from './load-ads.ts';
import { useAdVideo } from './use-ad-video.ts';

type Props = { tagUrl: string; loading: ReactNode; onOver: () => void };

/** The ads before a film, one after the other. Whatever fails with them, the film follows. */
export function AdBreak({ tagUrl, loading, onOver }: Props) {
  const [ads, setAds] = useState<LinearAd[]>([]);
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    loadAds(tagUrl, left.signal).then(
      (found) => {
        if (left.signal.aborted) return;
        if (found.length === 0) onOver();
        else setAds(found);
      },
      () => {
        if (!left.signal.aborted) onOver();
      },
    );
    return () => left.abort();
  }, [tagUrl, onOver]);
  const next = useCallback(() => {
    if (index + 1 < ads.length) setIndex(index + 1);
    else onOver();
  }, [index, ads, onOver]);

  const ad = ads[index];
  if (!ad) return loading;
  return <Ad key={ad.id} ad={ad} number={index + 1} count={ads.length} onOver={next} />;
}

type AdProps = { ad: LinearAd; number: number; count: number; onOver: () => void };

function Ad({ ad, number, count, onOver }: AdProps) {
  const { video, second, playing, muted, needsGesture, toggle, toggleMute, skip, visit } = useAdVideo(ad, onOver);
  const left = formatPosition(Math.max(0, Math.ceil(ad.durationS - second)) * 1000);
  const skipIn = ad.skipAfterS === undefined ? undefined : Math.max(0, Math.ceil(ad.skipAfterS - second));
  return (
    <section aria-label={_('Advertisement')} className="absolute inset-0">
      {/* biome-ignore lint/a11y/useMediaCaption: ads come without captions. */}
      <video
        ref={video}
        playsInline
        preload="auto"
        aria-label={_('Advertisement')}
        className="absolute inset-0 size-full object-contain"
      />
      {needsGesture ? (
        <div className="absolute inset-0 grid place-items-center">
          <FilmButton label={_('Play the ad')} className="size-20 bg-film/60 [&_svg]:size-10" onClick={toggle}>
            <Play aria-hidden className="fill-current" />
          </FilmButton>
        </div>
      ) : null}
      <div className="absolute inset-x-0 bottom-0 flex flex-col gap-2 bg-linear-to-t from-film/90 via-film/60 to-transparent px-[max(1rem,env(safe-area-inset-left))] pt-16 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
        {ad.text || ad.href ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {ad.text ? <p className="line-clamp-2 min-w-0 text-small">{ad.text}</p> : null}
            {ad.href ? (
              <a
                href={ad.href}
                target="_blank"
                rel="noopener noreferrer sponsored"
                onClick={visit}
                className="inline-flex min-h-11 items-center gap-1.5 text-small underline underline-offset-4"
              >
                {_('Visit the advertiser')}
                <ExternalLink aria-hidden className="size-4" />
                <span className="sr-only">{_('(opens in a new tab)')}</span>
              </a>
            ) : null}
          </div>
        ) : null}
        <div className="flex items-center gap-1">
          <FilmButton label={playing ? _('Pause') : _('Play')} onClick={toggle}>
            {playing ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
          </FilmButton>
          <FilmButton label={muted ? _('Sound on') : _('Sound off')} onClick={toggleMute}>
            {muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
          </FilmButton>
          <p className="min-w-0 grow text-small tabular-nums">
            {count > 1 ? _('Ad {number} of {count}', { number, count }) : _('Ad')}
            {ad.durationS > 0 ? ` · ${left}` : null}
          </p>
          {skipIn === undefined ? null : skipIn > 0 ? (
            <p className="px-3 text-small tabular-nums">
              {_('{seconds, plural, one {Skip in # second} other {Skip in # seconds}}', { seconds: skipIn })}
            </p>
          ) : (
            <button
              type="button"
              onClick={skip}
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-on-film px-4 text-film text-small"
            >
              {_('Skip ad')}
              <SkipForward aria-hidden className="size-4 fill-current" />
            </button>
          )}
        </div>
      </div>
    </section>
  );
}
