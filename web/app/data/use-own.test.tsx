import '../testing/component-tests.ts';
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { type GetFilmAccessRequest, WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useOwn } from './use-own.ts';

let answers: (() => Promise<{ liked: boolean }>)[] = [];
const asked: string[] = [];
const getFilmAccess = ({ filmId }: GetFilmAccessRequest) => {
  asked.push(filmId);
  return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? {};
};
const transport = createRouterTransport(({ service }) => service(WatchService, { getFilmAccess }));
jest.unstable_mockModule('../api/browser/transport.ts', () => ({ rpcTransport: () => transport }));

const yes = async () => ({ liked: true });
const no = async () => ({ liked: false });
const failing = async () => {
  throw new ConnectError('unavailable', Code.Unavailable);
};

function Liked({ filmId = 'f1', wanted = true }: { filmId?: string; wanted?: boolean }) {
  const { own, retry, change } = useOwn(WatchService.method.getFilmAccess, { filmId }, wanted);
  return (
    <div>
      <p>{own.state === 'ready' ? `liked ${own.value.liked}` : own.state}</p>
      <button type="button" onClick={retry}>
        retry
      </button>
      <button
        type="button"
        onClick={() => {
          revert = change((now) => ({ ...now, liked: !now.liked }));
        }}
      >
        change
      </button>
    </div>
  );
}
let revert = () => {};
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getAllByRole('button', { name })[0] as Element));

beforeEach(() => {
  asked.length = 0;
  answers = [yes];
});

test('what is the viewer’s own loads after the page, and shows', async () => {
  render(<Liked />);
  expect(screen.getByText('loading')).toBeTruthy();
  expect(await screen.findByText('liked true')).toBeTruthy();
  expect(asked).toEqual(['f1']);
});

test('parts of a page that ask the same share one answer and its changes', async () => {
  render(
    <>
      <Liked />
      <Liked />
    </>,
  );
  expect(await screen.findAllByText('liked true')).toHaveLength(2);
  expect(asked).toEqual(['f1']);
  await press('change');
  expect(screen.getAllByText('liked false')).toHaveLength(2);
  await act(async () => revert());
  expect(screen.getAllByText('liked true')).toHaveLength(2);
});

test('a change that is made before the answer is shown with it, unless it was reverted', async () => {
  const { promise, resolve } = Promise.withResolvers<{ liked: boolean }>();
  answers = [() => promise];
  render(<Liked />);
  await press('change');
  await press('change');
  revert();
  await waitFor(() => expect(asked).toEqual(['f1']));
  await press('change');
  const revertLast = revert;
  expect(screen.getByText('loading')).toBeTruthy();
  await act(async () => resolve({ liked: true }));
  // Twice the other.
  expect(await screen.findByText('liked true')).toBeTruthy();
  await act(async () => revertLast());
  expect(screen.getByText('liked false')).toBeTruthy();
});

test('a change before the answer about one thing is none of another', async () => {
  const { promise, resolve } = Promise.withResolvers<{ liked: boolean }>();
  answers = [() => promise, no];
  const { rerender } = render(<Liked />);
  await waitFor(() => expect(asked).toEqual(['f1']));
  await press('change');
  rerender(<Liked filmId="f2" />);
  expect(await screen.findByText('liked false')).toBeTruthy();
  await act(async () => resolve({ liked: true }));
  expect(screen.getByText('liked false')).toBeTruthy();
});

test('a part that appears later has the answer at once and asks nothing', async () => {
  const { rerender } = render(<Liked key="first" />);
  await screen.findByText('liked true');
  rerender(
    <>
      <Liked key="first" />
      <Liked key="later" />
      <Liked key="another" filmId="f2" />
    </>,
  );
  // What both ask would have been asked before the other film's.
  await waitFor(() => expect(screen.getAllByText('liked true')).toHaveLength(3));
  expect(asked).toEqual(['f1', 'f2']);
});

test('a failure is said, and asked for again as loading', async () => {
  const { promise, resolve } = Promise.withResolvers<{ liked: boolean }>();
  answers = [failing, () => promise];
  render(<Liked />);
  expect(await screen.findByText('failed')).toBeTruthy();
  await press('retry');
  expect(await screen.findByText('loading')).toBeTruthy();
  await act(async () => resolve({ liked: false }));
  expect(await screen.findByText('liked false')).toBeTruthy();
});

test('nothing is asked until it is wanted', async () => {
  const { rerender } = render(<Liked wanted={false} />);
  await act(async () => {});
  expect([screen.getByText('loading'), asked]).toEqual([expect.anything(), []]);
  rerender(<Liked />);
  expect(await screen.findByText('liked true')).toBeTruthy();
  rerender(<Liked wanted={false} />);
  expect(screen.getByText('loading')).toBeTruthy();
});

test('another question starts with loading, and a page that is shown again asks again', async () => {
  answers = [yes, no, no];
  const { rerender } = render(<Liked />);
  await screen.findByText('liked true');
  rerender(<Liked filmId="f2" />);
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('liked false');
  cleanup();
  render(<Liked filmId="f2" />);
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('liked false');
  expect(asked).toEqual(['f1', 'f2', 'f2']);
});

test('a change before there is anything to change does nothing', async () => {
  answers = [failing];
  render(<Liked />);
  await screen.findByText('failed');
  await press('change');
  revert();
  expect(screen.getByText('failed')).toBeTruthy();
});
