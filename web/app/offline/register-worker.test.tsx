import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { registerWorker } from './register-worker.ts';

const give = (of: object, name: string, value: unknown) =>
  Object.defineProperty(of, name, { value, configurable: true });

/** A browser with service workers, of which one controls the page already or none does. */
function browser({ controlled = false, state = 'complete', fails = false } = {}) {
  const worker = { postMessage: jest.fn() };
  const register = jest.fn(async () => {
    if (fails) throw new TypeError('no network');
  });
  const ready = Promise.resolve({ active: worker });
  give(navigator, 'serviceWorker', { register, ready, controller: controlled ? worker : null });
  give(document, 'readyState', state);
  const files = [{ name: 'https://marquee.example/assets/a.js' }, { name: 'https://marquee.example/assets/b.css' }];
  give(performance, 'getEntriesByType', (type: string) => (type === 'resource' ? files : []));
  return { register, heard: worker.postMessage, files: files.map(({ name }) => name) };
}

afterEach(() => {
  Reflect.deleteProperty(document, 'readyState');
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(performance, 'getEntriesByType');
});

test('the worker is registered once the page has loaded, and hears what was loaded before it', async () => {
  const { register, heard, files } = browser({ state: 'interactive' });
  registerWorker();
  expect(register).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  await waitFor(() => expect(heard).toHaveBeenCalledWith(files));
  expect(register).toHaveBeenCalledWith('/service-worker.js');
  window.dispatchEvent(new Event('load'));
  expect(register).toHaveBeenCalledTimes(1);
});

test('on a page that has loaded already it is registered at once', async () => {
  const { register, heard } = browser();
  registerWorker();
  expect(register).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
});

test('where one answers already it is not registered again', async () => {
  const { register, heard, files } = browser({ controlled: true });
  registerWorker();
  await waitFor(() => expect(heard).toHaveBeenCalledWith(files));
  expect(register).not.toHaveBeenCalled();
});

test('a browser without workers, and a server without one, leave the page as it is', async () => {
  registerWorker();
  const { register, heard } = browser({ fails: true });
  registerWorker();
  await expect(register.mock.results[0]?.value).rejects.toThrow('no network');
  expect(heard).not.toHaveBeenCalled();
});
