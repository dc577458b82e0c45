import { nameEngineFile } from './name-engine-file.ts';

type Hook = (this: object, ...args: unknown[]) => unknown;

/** The plugin as Vite calls it, for the build of one environment after the other. */
function building() {
  const { generateBundle, transform } = nameEngineFile();
  const error = (message: string) => {
    throw new Error(message);
  };
  const call = (hook: unknown, environment: string, ...args: unknown[]) =>
    (hook as Hook).call({ environment: { name: environment }, error }, ...args);
  return {
    bundle: (environment: string, modules: Record<string, string[]>) => {
      const chunks = Object.entries(modules).map(([fileName, moduleIds]) => ({ type: 'chunk', fileName, moduleIds }));
      const asset = { type: 'asset', fileName: 'root.css' };
      return call(generateBundle, environment, {}, { ...[asset, ...chunks] });
    },
    read: (environment: string, id: string) => call(transform, environment, '', id),
  };
}

const ENGINE = '/app/features/player/shaka-engine.ts';
const NAMED_IN = '/app/features/player/engine-file.ts';

test('the server learns the name of the file that holds the engine', () => {
  const { bundle, read } = building();
  bundle('client', { 'assets/root.js': ['/app/root.tsx'], 'assets/engine.js': ['/node_modules/shaka.js', ENGINE] });
  expect(read('ssr', NAMED_IN)).toBe('export const engineFile = "/assets/engine.js";');
  // The browser's own module, and all others, stay as they are.
  expect(read('client', NAMED_IN)).toBeUndefined();
  expect(read('ssr', ENGINE)).toBeUndefined();
});

test('the build of the server names nothing', () => {
  const { bundle, read } = building();
  bundle('client', { 'assets/engine.js': [ENGINE] });
  bundle('ssr', { 'server.js': [ENGINE] });
  expect(read('ssr', NAMED_IN)).toBe('export const engineFile = "/assets/engine.js";');
});

test('a build without a file of the engine fails', () => {
  const { bundle } = building();
  expect(() => bundle('client', { 'assets/root.js': ['/app/root.tsx'] })).toThrow('has no file of its own');
});
