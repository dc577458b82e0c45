import { aFilmCard, aProfile } from '@marquee/testing/contract-messages';
import { renderBare, renderBareProfile } from './bare-page.tsx';

test('the pages that the bench compares with render by react-dom alone', () => {
  const film = aFilmCard({ filmTitle: 'Salt Road' });
  expect(renderBare({ hero: film, rails: [{ kind: 6, title: 'Drama', genre: 'Drama', films: [film] }] })).toContain(
    'Salt Road',
  );
  const films = { films: [], creditCount: 0 } as never;
  const counters = { connections: 1, referrals: 2, profileViews: 3n };
  expect(renderBareProfile(aProfile({ firstName: 'Marta' }), films, counters)).toContain('Marta');
});
