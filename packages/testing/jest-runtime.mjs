// Loads packages and generated code once a worker instead of once a test file: the first file that imports one compiles and
// evaluates it. Modules of the product are loaded by each file again. Needs an environment whose context all files of the
// worker share (node-environment.mjs). Replaces the registries of jest's runtime, which are no public interface: jest's
// version is exact, and its update runs all tests.
import { fileURLToPath } from 'node:url';
import JestRuntime from 'jest-runtime';

const Runtime = JestRuntime.default ?? JestRuntime;

/** Generated code keeps no state. */
const IS_SHARED = /\/node_modules\/|\/packages\/contracts\/gen\/|\/services\/[^/]+\/gen\//;

/** By context: the runtime that holds what its files share. */
const runtimes = new WeakMap();

/** A registry of modules that asks `findShared` for what the file has not loaded itself. */
class SharingRegistry extends Map {
  #findShared;

  constructor(findShared) {
    super();
    this.#findShared = findShared;
  }

  get(key) {
    if (!super.has(key)) {
      const module = this.#findShared(key);
      if (module) super.set(key, module);
    }
    return super.get(key);
  }

  has(key) {
    return this.get(key) !== undefined;
  }
}

export default class SharingRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, sources, ...rest) {
    super(config, environment, resolver, transformer, sources, ...rest);
    const { sharing } = environment;
    const context = environment.getVmContext();
    if (!runtimes.has(context)) {
      runtimes.set(context, new Runtime(config, sharing.environment, resolver, transformer, new Map(), ...rest));
    }
    const shared = runtimes.get(context);
    this.registries.esModuleRegistry = new SharingRegistry((key) => {
      if (!key.startsWith('file:') || /[?#]/.test(key)) return undefined;
      const path = fileURLToPath(key);
      return IS_SHARED.test(path) ? sharing.keepGlobals(() => esModuleOf(shared, path, context)) : undefined;
    });
    this.registries.moduleRegistry = new SharingRegistry((path) =>
      path.startsWith('/') && IS_SHARED.test(path)
        ? sharing.keepGlobals(() => commonJsModuleOf(shared, path))
        : undefined,
    );
  }
}

/** @returns the evaluated module, or nothing for one that has to be awaited, which the file then loads itself */
function esModuleOf(runtime, path, context) {
  if (path.endsWith('.wasm')) return undefined;
  const module =
    path.endsWith('.json') || runtime.unstable_shouldLoadAsEsm(path)
      ? runtime.esmLoader.tryLoadGraphSync(path, '', 'sync-preferred')
      : runtime.esmLoader.loadCjsAsEsm(path, path, '', context);
  return module?.status === 'evaluated' ? module : undefined;
}

function commonJsModuleOf(runtime, path) {
  if (runtime.unstable_shouldLoadAsEsm(path)) return undefined;
  runtime.requireModule(path);
  return runtime.registries.moduleRegistry.get(path);
}
