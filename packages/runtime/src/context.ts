import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { newTraceparent } from './trace.ts';
import { type Viewer, visitor } from './viewer.ts';

/** What travels with the work of one call: into its logs, and on to the calls that it makes. */
export type Call = {
  readonly requestId: string;
  /** W3C Trace Context. */
  readonly traceparent: string;
  readonly viewer: Viewer;
  /** Of the originating viewer, as it came. */
  readonly viewerToken?: string | undefined;
  readonly deadline?: Date | undefined;
  /** Calls back when the caller gave up or the deadline passed. Returns what ends the listening. */
  onCancel?(listener: () => void): () => void;
  /** The encoded client info that BROWSER_CALLER sends with its calls. Services do not pass it on. */
  readonly clientInfoBytes?: Buffer | undefined;
};

const calls = new AsyncLocalStorage<Call>();

/** The call that this code works for, if any. */
export function currentCall(): Call | undefined {
  return calls.getStore();
}

/** Runs the work in the context of a call. */
export function runInCall<T>(call: Call, work: () => T): T {
  return calls.run(call, work);
}

/** A call that begins here: a job, a consumer, a page being rendered. */
export function newCall(init: Partial<Call> = {}): Call {
  return {
    ...init,
    requestId: init.requestId ?? randomUUID(),
    traceparent: init.traceparent ?? newTraceparent(),
    viewer: init.viewer ?? visitor,
  };
}
