import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { Section } from '../../ui/section.tsx';
import { CrewLine } from '../crew/crew-line.tsx';
import type { CrewView } from '../crew/crew-view.ts';
import { type FilmHead, filmPath } from './film-view.ts';

export const CREW_SHOWN = 8;

export function CrewSection({ film, crew }: { film: FilmHead; crew: CrewView[] }) {
  return (
    <Section title="Cast and crew" href={filmPath(film, 'crew')} more="All cast and crew">
      {crew.length === 0 ? (
        <p className="text-ink-muted">{CREW_MESSAGES.crewEmpty}</p>
      ) : (
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {crew.map((entry) => (
            <CrewLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Section>
  );
}
