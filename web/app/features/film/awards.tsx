import { Trophy } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { Laurel } from '../../ui/laurel.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { AwardView } from './award-view.ts';
import { filmCrumbs } from './film-crumbs.ts';
import { type FilmHead, filmPath } from './film-view.ts';

const SHOWN = 4;

export function AwardsSection({ film, awards }: { film: FilmHead; awards: AwardView[] }) {
  if (awards.length === 0) return null;
  return (
    <Section
      title={_('Awards')}
      href={filmPath(film, 'awards')}
      more={awards.length > SHOWN ? _('All awards') : undefined}
    >
      <AwardList awards={awards.slice(0, SHOWN)} />
    </Section>
  );
}

/** All awards of a film [FLM-07]. */
export function AwardsPage({ film, awards }: { film: FilmHead; awards: AwardView[] }) {
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle title={_('Awards')} lead={film.title} crumbs={filmCrumbs(film)} />
      {awards.length === 0 ? (
        <EmptyState icon={<Trophy aria-hidden />} title={_('No awards listed yet')}>
          {_('What this film wins at festivals will appear here.')}
        </EmptyState>
      ) : (
        <AwardList awards={awards} />
      )}
    </div>
  );
}

function AwardList({ awards }: { awards: AwardView[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {awards.map((award) => (
        <li key={award.id} className="flex items-center gap-4 rounded-panel bg-surface p-4 shadow-lit">
          <Laurel className={award.winner ? 'size-10 shrink-0 text-action-ink' : 'size-10 shrink-0 text-ink-faint'} />
          <div className="grid min-w-0 gap-0.5">
            <span className="font-medium">{award.category || _('Official selection')}</span>
            <span className="text-ink-muted text-small">
              {award.festivalId ? (
                <a href={`/festivals/${award.festivalId}`} className="hover:text-action-ink hover:underline">
                  {award.festival}
                </a>
              ) : (
                award.festival
              )}
              {award.year > 0 ? ` · ${award.year}` : ''}
            </span>
            <span className="text-caption text-ink-faint">{award.winner ? _('Winner') : _('Nominated')}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
