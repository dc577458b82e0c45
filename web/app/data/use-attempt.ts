import { useCallback, useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { usePending } from './use-pending.ts';

/**
 * Whether what the viewer asked for is being done, why it failed the last time, and a function that does it. The problem
 * is empty from the next try on.
 */
export function useAttempt() {
  const [pending, during] = usePending();
  const [problem, setProblem] = useState('');
  const attempt = useCallback(
    (work: () => Promise<unknown>, failed: string): Promise<void> =>
      during(async () => {
        setProblem('');
        try {
          await work();
        } catch (error) {
          setProblem(messageOf(error, failed));
        }
      }),
    [during],
  );
  return [pending, problem, attempt] as const;
}
