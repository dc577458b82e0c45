// The tests of the project `node`: all files of a worker run in one context, so that they can share packages
// (jest-runtime.mjs). What a file changed on the globals and on `process` is undone at its end.
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { installCommonGlobals } from 'jest-util';

let inner;
let initial;

/**
 * jest's own context asks a Proxy at each use of a global, such as Math or Buffer. Here that takes no longer than
 * outside of a context: a signature by RSA in JavaScript took 4 s.
 */
function openEnvironment(config, context) {
  const { createContext } = vm;
  vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
  try {
    return new TestEnvironment(config, context);
  } finally {
    vm.createContext = createContext;
  }
}

const keysOf = (object) => Reflect.ownKeys(object);
const describe = (object) => new Map(keysOf(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)]));

/** Runs work whose new globals stay: those of the packages that it loads. */
function keepGlobals(work) {
  const { global } = inner;
  const before = new Set(keysOf(global));
  try {
    return work();
  } finally {
    for (const key of keysOf(global)) {
      if (!before.has(key)) initial.set(key, Object.getOwnPropertyDescriptor(global, key));
    }
  }
}

function restoreGlobals() {
  const { global } = inner;
  for (const key of keysOf(global)) {
    if (!initial.has(key)) Reflect.deleteProperty(global, key);
  }
  for (const [key, descriptor] of initial) {
    if (descriptor.configurable || descriptor.writable) Reflect.defineProperty(global, key, descriptor);
  }
}

/** A copy of `process` with the environment variables of the worker, as a new context would have one. */
function freshProcess({ projectConfig }) {
  const common = { Date: inner.global.Date, Symbol: inner.global.Symbol };
  installCommonGlobals(common, projectConfig.globals, 'off');
  return common.process;
}

export default class OneContextEnvironment {
  constructor(config, context) {
    if (!inner) {
      inner = openEnvironment(config, context);
      initial = describe(inner.global);
    } else {
      inner.global.process = freshProcess(config);
    }
    const { global, moduleMocker, fakeTimers, fakeTimersModern } = inner;
    Object.assign(this, { global, moduleMocker, fakeTimers, fakeTimersModern });
    const environment = {
      global,
      moduleMocker,
      getVmContext: () => inner.context,
      exportConditions: () => inner.exportConditions(),
    };
    this.sharing = { environment, keepGlobals };
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    restoreGlobals();
    // What it would delete at its own end, which does not come.
    inner._globalProxy.leftovers = [];
  }

  exportConditions() {
    return inner.exportConditions();
  }

  getVmContext() {
    return inner.context;
  }
}
