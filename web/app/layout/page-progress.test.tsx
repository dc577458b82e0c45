import { render, waitFor } from '@testing-library/react';
import { createRoutesStub, Link } from 'react-router';
import { later, press } from '../testing/show-page.tsx';
import { PageProgress } from './page-progress.tsx';

const Home = () => (
  <>
    <PageProgress />
    <Link to="/films">Films</Link>
  </>
);

test('a line stands at the top while the next page loads', async () => {
  const answer = later<null>();
  const Stub = createRoutesStub([
    { path: '/', Component: Home },
    { path: '/films', Component: PageProgress, loader: answer.answer },
  ]);
  const { container } = render(<Stub />);
  const line = () => container.querySelector('[aria-hidden]');
  expect(line()).toBeNull();
  await press('Films', 'link');
  expect(line()).toBeTruthy();
  await answer.resolve(null);
  await waitFor(() => expect(line()).toBeNull());
});
