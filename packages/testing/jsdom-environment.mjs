// jsdom with Node's own fetch, streams and message channels, which jsdom leaves out and the router needs.
import { TestEnvironment } from 'jest-environment-jsdom';
import { computeStylesWhenRead } from './jsdom-styles.mjs';

const NODE_GLOBALS = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'TextEncoderStream',
  'TextDecoderStream',
  'MessagePort',
  'AbortController',
  'AbortSignal',
  'Uint8Array',
  'structuredClone',
];

export default class JsdomEnvironment extends TestEnvironment {
  // An open port keeps the process alive, and React never closes its own.
  #ports = [];

  async setup() {
    await super.setup();
    const OfForms = this.global.FormData;
    for (const name of NODE_GLOBALS) this.global[name] = globalThis[name];
    // Node's does not accept forms.
    this.global.FormData = class extends FormData {
      constructor(form, submitter) {
        super();
        if (form) for (const [name, value] of new OfForms(form, submitter)) this.append(name, value);
      }
    };
    const ports = this.#ports;
    this.global.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        ports.push(this.port1);
      }
    };
    this.global.BroadcastChannel = class extends BroadcastChannel {
      constructor(name) {
        super(name);
        ports.push(this);
      }
    };
    computeStylesWhenRead(this.global);
    acceptNodeSignals(this.global.EventTarget.prototype);
    // The window has methods of its own.
    acceptNodeSignals(this.global);
  }

  async teardown() {
    for (const port of this.#ports) port.close();
    await super.teardown();
  }
}

// jsdom's listeners know jsdom's signals only, while Node's fetch knows only its own.
function acceptNodeSignals(prototype) {
  const { addEventListener } = prototype;
  prototype.addEventListener = function (type, listener, options) {
    if (!(options?.signal instanceof AbortSignal)) return addEventListener.call(this, type, listener, options);
    const { signal, ...rest } = options;
    if (signal.aborted) return;
    addEventListener.call(this, type, listener, rest);
    signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest), { once: true });
  };
}
