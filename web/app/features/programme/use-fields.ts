import { useState } from 'react';
import { refusalOf } from '../../api/api-error.ts';
import { usePending } from '../../data/use-pending.ts';

type Issue = { path: readonly PropertyKey[]; message: string };

/** The fields of a form: what is typed stays, and each error stands at its field, or above the button. */
export function useFields<Fields extends object>(initial: Fields) {
  const [fields, setFields] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [problem, setProblem] = useState('');
  const [pending, during] = usePending();
  return {
    ...{ fields, errors, problem, pending },
    set: (changes: Partial<Fields>) => setFields((now) => ({ ...now, ...changes })),
    reset: () => setFields(initial),
    refuse(issues: readonly Issue[]) {
      setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? ''), message]).reverse()));
    },
    /** Runs the call; what it refuses is shown. True when it succeeded. */
    async save(call: () => Promise<unknown>, fallback: string): Promise<boolean> {
      setErrors({});
      setProblem('');
      return during(async () => {
        try {
          await call();
          return true;
        } catch (error) {
          const refusal = refusalOf(error);
          setErrors(Object.fromEntries(refusal.fields.map(({ field, message }) => [field, message])));
          if (refusal.fields.length === 0) setProblem(refusal.message || fallback);
          return false;
        }
      });
    },
  };
}
