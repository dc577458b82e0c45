import { render, screen } from '@testing-library/react';
import { PlayerProblem } from './player-problem.tsx';
import type { Problem } from './problem.ts';

const unlock = { pending: false, error: '', unlock: () => {} };
const onTakeOver = () => {};

test.each<[Problem['remedy'], object, string[]]>([
  ['unlock', { unlock }, ['Unlock and watch', 'Back to the film']],
  ['unlock', { onTakeOver }, ['Back to the film']],
  ['take-over', { onTakeOver }, ['Watch here instead', 'Back to the film']],
  ['take-over', { unlock }, ['Back to the film']],
  ['retry', { unlock, onTakeOver }, ['Try again', 'Back to the film']],
  ['watch-again', {}, ['Start it again', 'Back to the film']],
  ['sign-in', {}, ['Sign in', 'Back to the film']],
  ['film-page', { unlock, onTakeOver }, ['Back to the film']],
])('a problem whose remedy is %s offers that where it can be had (%j), and the way back', (remedy, given, offered) => {
  const problem = { reason: 'X', message: 'This film does not play.', remedy };
  render(
    <PlayerProblem problem={problem} filmHref="/feed/f" watchHref="/feed/f/watch" onRetry={() => {}} {...given} />,
  );
  const ways = [...screen.getByRole('alert').querySelectorAll('a, button')];
  expect(ways.map(({ textContent }) => textContent)).toEqual(offered);
});
