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
 * change that is being saved, and returns the function that reverts it. One that is made before the answer is shown with
 * it: the answer may have been read before the change was saved, or after it, so a change sets and never adds.
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
  const isReady = useRef(false);
  const early = useRef<{ about: string; change: OwnChange<Value>; revert?: () => void }[]>([]);
  const question = JSON.stringify(input);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` stands for `input`; a new attempt loads again
  useEffect(() => {
    setOwn(LOADING);
    if (!wanted) return;
    let ended = false;
    const applyEarly = () => {
      if (!isReady.current || !observed.current) return;
      for (const one of early.current.splice(0)) {
        if (one.about === question) one.revert = observed.current.change(one.change);
      }
    };
    import('./queries.ts').then(
      ({ observe }) => {
        if (ended) return;
        observed.current = observe(method, input, (next) => {
          isReady.current = next.state === 'ready';
          setOwn(next);
          applyEarly();
        });
        applyEarly();
      },
      (cause: unknown) => {
        if (!ended) setOwn({ state: 'failed', cause });
      },
    );
    return () => {
      ended = true;
      observed.current?.stop();
      observed.current = undefined;
      isReady.current = false;
    };
  }, [method, question, wanted, attempt]);

  const retry = useCallback(async () => {
    if (observed.current) return observed.current.retry();
    setAttempt((count) => count + 1);
    return undefined;
  }, []);
  const change = useCallback(
    (change: OwnChange<Value>) => {
      if (observed.current && isReady.current) return observed.current.change(change);
      const one: (typeof early.current)[number] = { about: question, change };
      early.current.push(one);
      return () => {
        early.current = early.current.filter((other) => other !== one);
        one.revert?.();
      };
    },
    [question],
  );
  return { own, retry, change };
}
