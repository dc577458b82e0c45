import { render, screen } from '@testing-library/react';
import { showPage } from '../../testing/show-page.tsx';
import { CompleteProfile } from './complete-profile.tsx';
import { ProfileLinks } from './profile-links.tsx';

const part = (title: string, isDone: boolean) => ({ path: `/profile/edit/${title}`, title, line: 'Add it', isDone });

test.each([
  [[part('bio', true), part('talents', false)], 'Complete your profile, so that people see who you are.', '50'],
  [[part('bio', true), part('talents', true)], 'Your profile is complete.', '100'],
])('a profile says whether a part is missing, and how far it is: %# [ONB-08]', async (parts, text, percent) => {
  await showPage(<CompleteProfile name="" parts={parts} />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(percent);
});

test('a profile shows only the lists of links that hold one', () => {
  render(<ProfileLinks links={[{ label: 'IMDb', name: 'IMDb', href: 'https://imdb.com', text: 'imdb.com' }]} />);
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Showcase']);
});
