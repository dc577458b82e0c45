import { chooseRemoteScreen, watchRemoteScreen } from './remote-screen.ts';

const named = (name: string) => Object.assign(new Error(name), { name });

test.each([
  ['one was chosen', undefined, undefined],
  ['the list was closed', named('NotAllowedError'), undefined],
  ['the list was closed by another way', named('AbortError'), undefined],
  ['there is none', named('NotFoundError'), 'NO_SCREEN'],
  ['it failed', named('OperationError'), 'FAILED'],
  ['something else was thrown', 'no', 'FAILED'],
])('after another screen was asked for the viewer hears why there is none: %s', async (_what, cause, failure) => {
  const prompt = async () => {
    if (cause) throw cause;
  };
  expect(await chooseRemoteScreen({ remote: { prompt } } as unknown as HTMLVideoElement)).toBe(failure);
});

test('nothing is said of screens where the browser may look for none, nor once nobody follows', async () => {
  const said: string[] = [];
  let offer = (_offered: boolean) => {};
  const remote = Object.assign(new EventTarget(), {
    state: 'disconnected',
    watchAvailability: async (callback: typeof offer) => {
      offer = callback;
      return 1;
    },
    cancelWatchAvailability: async () => {},
  });
  const video = { remote, disableRemotePlayback: true };
  const watch = () => watchRemoteScreen(video as unknown as HTMLVideoElement, (screen) => said.push(screen));
  watch();
  offer(true);
  expect(said).toEqual([]);
  video.disableRemotePlayback = false;
  const stop = watch();
  offer(true);
  remote.state = 'connected';
  remote.dispatchEvent(new Event('connect'));
  stop();
  offer(false);
  remote.dispatchEvent(new Event('disconnect'));
  expect(said).toEqual(['offered', 'connected']);
});
