import type { Credited } from '../crew/crew-view.ts';
import type { ReviewView } from '../reviews/review-view.ts';
import type { AwardView } from './award-view.ts';
import { AwardsSection } from './awards.tsx';
import { CrewSection } from './crew-section.tsx';
import { FilmFacts } from './film-facts.tsx';
import { FilmHeader } from './film-header.tsx';
import type { FilmView } from './film-view.ts';
import { PreviewBanner } from './preview-banner.tsx';
import { ReviewsSection } from './reviews-section.tsx';
import { TrailerSection } from './trailer-section.tsx';
import { useCountPageView } from './use-count-page-view.ts';
import { useFilmAccess } from './use-film-access.ts';

export type FilmPageData = {
  film: FilmView;
  crew: Credited[];
  reviews: ReviewView[];
  awards: AwardView[];
};

/** A film: what it is, what can be done with it now, and what others thought of it [FLM-02]. */
export function FilmPage({ film, crew, reviews, awards }: FilmPageData) {
  const { access, retry, change } = useFilmAccess(film.id);
  useCountPageView(film.id, !film.preview);
  return (
    <article>
      {film.preview ? <PreviewBanner film={film} /> : null}
      <FilmHeader {...{ film, access, change }} onRetry={retry} />
      <div className="page grid gap-x-16 gap-y-12 pt-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-12">
          {film.hasTrailer ? <TrailerSection film={film} /> : null}
          <CrewSection film={film} crew={crew} />
          <ReviewsSection {...{ film, reviews, access }} />
          <AwardsSection film={film} awards={awards} />
        </div>
        <FilmFacts film={film} madeBy={access.state === 'ready' ? access.value.creatorName : ''} />
      </div>
    </article>
  );
}
