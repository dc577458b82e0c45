import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import { CrewLine } from '../crew/crew-line.tsx';
import { type Credited, type CrewView, peopleOf } from '../crew/crew-view.ts';
import { type FilmHead, filmPath } from './film-view.ts';

const PEOPLE_SHOWN = 8;
/** Enough for all credits of the first people, who often have several. */
export const CREDITS_READ = 50;

/** The first people of the credits, each with all that they did. */
export const firstPeople = (crew: readonly CrewView[]): Credited[] => peopleOf(crew).slice(0, PEOPLE_SHOWN);

export function CrewSection({ film, crew }: { film: FilmHead; crew: Credited[] }) {
  return (
    <Section title={_('Cast and crew')} href={filmPath(film, 'crew')} more={_('All cast and crew')}>
      {crew.length === 0 ? (
        <p className="text-ink-muted">{_(CREW_MESSAGES.crewEmpty)}</p>
      ) : (
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {crew.map((person) => (
            <CrewLine key={person.key} person={person} />
          ))}
        </ul>
      )}
    </Section>
  );
}
