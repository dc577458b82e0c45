import { aCrewEntry, aFilm, aReview, FILM_ID } from '@marquee/testing/contract-messages';
import { render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import es from '../../language/generated/es.json' with { type: 'json' };
import fr from '../../language/generated/fr.json' with { type: 'json' };
import type { Messages } from '../../language/plain-message.ts';
import { learn, speak } from '../../language/words.ts';
import { titleClass } from '../../ui/title-class.ts';
import { crewView, peopleOf } from '../crew/crew-view.ts';
import { reviewView } from '../reviews/review-view.ts';
import { AwardsPage, AwardsSection } from './awards.tsx';
import { CrewSection } from './crew-section.tsx';
import { DirectedBy } from './directed-by.tsx';
import { FilmFacts } from './film-facts.tsx';
import { filmHead, filmView } from './film-view.ts';
import { ReviewsSection } from './reviews-section.tsx';

learn('es', es as unknown as Messages);
learn('fr', fr as unknown as Messages);
afterEach(() => speak('en'));

const head = filmHead(filmView(aFilm()));
const show = (element: ReactElement) => render(<MemoryRouter initialEntries={['/']}>{element}</MemoryRouter>);

const award = (id: string, part = {}) => ({
  ...{ id, festival: 'Lisbon Nights', festivalId: '', category: 'Best film', year: 2026, winner: false },
  ...part,
});

test('an award says its category, festival and year, and whether it was won [FLM-07]', () => {
  const won = award('a1', { winner: true, festivalId: 'f9' });
  show(<AwardsPage film={head} awards={[won, award('a2', { category: '', year: 0 })]} />);
  const [first, second] = screen.getAllByRole('listitem').filter(({ className }) => className.includes('bg-surface'));
  expect(first?.textContent).toBe('Best filmLisbon Nights · 2026Winner');
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/festivals/f9');
  expect(second?.textContent).toBe('Official selectionLisbon NightsNominated');
  expect(within(second as HTMLElement).queryByRole('link')).toBeNull();
  expect(screen.queryByText('No awards listed yet')).toBeNull();
});

test('the page of a film shows four awards, and leads to all of them when there are more [FLM-07]', () => {
  const awards = ['a1', 'a2', 'a3', 'a4', 'a5'].map((id) => award(id));
  const { unmount } = show(<AwardsSection film={head} awards={awards} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByRole('link', { name: 'All awards' })).toBeTruthy();
  unmount();
  const four = show(<AwardsSection film={head} awards={awards.slice(1)} />);
  expect(screen.queryByRole('link', { name: 'All awards' })).toBeNull();
  four.unmount();
  expect(show(<AwardsSection film={head} awards={[]} />).container.textContent).toBe('');
});

test('the crew on the page of a film is listed, or said to be missing [FLM-04:list]', () => {
  const { unmount } = show(<CrewSection film={head} crew={peopleOf([crewView(aCrewEntry())])} />);
  expect(screen.getByText('Inês Carvalho')).toBeTruthy();
  expect(screen.queryByText('No cast and crew listed yet')).toBeNull();
  unmount();
  show(<CrewSection film={head} crew={[]} />);
  expect(screen.getByText('No cast and crew listed yet')).toBeTruthy();
});

test.each([
  ['en', 'Directed by Ana Souto, Bo Lind and Cy Moreau'],
  ['es', 'Dirección Ana Souto, Bo Lind y Cy Moreau'],
  ['fr', 'Réalisation Ana Souto, Bo Lind et Cy Moreau'],
])('three directors in a row, each a link to their work, in the words of the page: %s', (language, line) => {
  speak(language);
  const { container } = show(<DirectedBy directors={['Ana Souto', 'Bo Lind', 'Cy Moreau']} />);
  expect(container.textContent).toBe(line);
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['/films?q=Ana+Souto', '/films?q=Bo+Lind', '/films?q=Cy+Moreau']);
});

test('genres lead to their films; views and likes are counted, none as well', () => {
  const film = filmView(aFilm({ genres: ['Drama', 'Sci-Fi'], counters: { viewCount: 1n, likeCount: 0n } }));
  show(<FilmFacts film={film} madeBy="" />);
  const genres = screen.getByText('Genres').nextElementSibling as HTMLElement;
  expect(genres.textContent).toBe('Drama, Sci-Fi');
  expect(within(genres).getByRole('link', { name: 'Sci-Fi' }).getAttribute('href')).toBe('/films?genre=Sci-Fi');
  const counted = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect([counted('Views'), counted('Likes')]).toEqual(['1', '0']);
  expect(screen.queryByRole('list')).toBeNull();
});

test('the reviews of a film lead to all of them when there are any', () => {
  const access = { state: 'loading' } as const;
  const film = filmView(aFilm());
  const { unmount } = show(<ReviewsSection film={film} reviews={[reviewView(aReview())]} access={access} />);
  const all = () => screen.queryByRole('link', { name: 'All reviews' })?.getAttribute('href');
  expect(all()).toBe(`/feed/${FILM_ID}/comments`);
  expect(screen.queryByText('Nobody has written about this film yet.')).toBeNull();
  unmount();
  show(<ReviewsSection film={film} reviews={[]} access={access} />);
  expect(all()).toBeUndefined();
  expect(screen.getByText('Nobody has written about this film yet.')).toBeTruthy();
});

test('a title of more than 40 characters is set smaller', () => {
  expect(titleClass('x'.repeat(40))).toContain('text-display');
  expect(titleClass('x'.repeat(41))).toContain('text-title');
});
