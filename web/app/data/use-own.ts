import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Observed } from './queries.ts';

/** Data of the viewer. Unknown while the page is rendered, because a public page is the same for all viewers. */
export type Own<T> = { state: 'loading' } | { state: 'failed'; cause: unknown } | { state: 'ready'; value: T };

export type OwnChange<T> = (now: T) => T;

const LOADING = { state: 'loading' } as const;

/**
 * Loads data of the viewer after hydration: their access to a film, their rating, their progress. Components that ask
 * the same share one answer. While `wanted` is false nothing is loaded, such as for visitors. `retry` asks again and
 * resolves with the new answer, or nothing when that failed; an answer that is shown stays until then. `change` shows a
 * change that is being saved, and returns the function that reverts it.
 */
export function useOwn<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
  wanted = true,
) {
  type Value = MessageShape<O>;
  const [own, setOwn] = useState<Own<Value>>(LOADING);
  const [attempt, setAttempt] = useState(0);
  const observed = useRef<Observed<Value>>(undefined);
  const question = JSON.stringify(input);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` stands for `input`; a new attempt loads again
  useEffect(() => {
    setOwn(LOADING);
    if (!wanted) return;
    let ended = false;
    import('./queries.ts').then(
      ({ observe }) => {
        if (!ended) observed.current = observe(method, input, setOwn);
      },
      (cause: unknown) => {
        if (!ended) setOwn({ state: 'failed', cause });
      },
    );
    return () => {
      ended = true;
      observed.current?.stop();
      observed.current = undefined;
    };
  }, [method, question, wanted, attempt]);

  const retry = useCallback(async () => {
    if (observed.current) return observed.current.retry();
    setAttempt((count) => count + 1);
    return undefined;
  }, []);
  const change = useCallback((change: OwnChange<Value>) => observed.current?.change(change) ?? (() => {}), []);
  return { own, retry, change };
}
