import { type ListTutorialsResponse, TutorialAudience } from '@marquee/contracts/film/v1/tutorials_pb';
import { GraduationCap } from 'lucide-react';
import { _, type Message, msg } from '../../language/words.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { PosterGrid } from '../../ui/rail.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type CardView, cardView } from '../feed/card-view.ts';
import { FilmCard } from '../feed/film-card.tsx';

const TITLES: Record<TutorialAudience, Message> = {
  [TutorialAudience.UNSPECIFIED]: msg('Tutorials'),
  [TutorialAudience.ORGANIZATION_DIRECTORS]: msg('Organization Directors'),
  [TutorialAudience.ENTERTAINMENT_PROS]: msg('Entertainment Pros'),
  [TutorialAudience.MOVIE_LOVERS]: msg('Movie Lovers'),
};

export type TutorialListView = { audience: TutorialAudience; films: CardView[] };

export const tutorialLists = ({ lists }: ListTutorialsResponse): TutorialListView[] =>
  lists.map(({ audience, films }) => ({ audience, films: films.map(cardView) }));

/** Films that explain the site, for those to whom this viewer belongs [FLM-12]. */
export function TutorialsPage({ lists }: { lists: readonly TutorialListView[] }) {
  return (
    <div className="page grid gap-10 py-8 md:py-12">
      <PageTitle title={_('Tutorials')} lead={_('Short films that show how Marquee works.')} />
      {lists.map(({ audience, films }) => (
        <Section key={audience} title={_(TITLES[audience] ?? TITLES[TutorialAudience.UNSPECIFIED])}>
          {films.length === 0 ? (
            <EmptyState icon={<GraduationCap aria-hidden />} title={_('No tutorials here yet')}>
              {_('Films that explain this part of Marquee will stand here.')}
            </EmptyState>
          ) : (
            <PosterGrid label={_(TITLES[audience] ?? TITLES[TutorialAudience.UNSPECIFIED])}>
              {films.map((film) => (
                <FilmCard key={film.id} film={film} />
              ))}
            </PosterGrid>
          )}
        </Section>
      ))}
    </div>
  );
}
