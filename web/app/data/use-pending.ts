import { useCallback, useState } from 'react';

/** Whether what the viewer asked for is being done, and a function that does it: `pending` ends with it, well or not. */
export function usePending() {
  const [pending, setPending] = useState(false);
  const during = useCallback(async <T>(work: () => Promise<T>): Promise<T> => {
    setPending(true);
    try {
      return await work();
    } finally {
      setPending(false);
    }
  }, []);
  return [pending, during] as const;
}
