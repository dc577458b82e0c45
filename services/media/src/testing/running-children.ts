import type { ChildProcess } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { atEnd } from '@marquee/testing/cleanup';

/** The process ids of the children that this process starts from now on, for as long as they run. */
export function runningChildren(): ReadonlySet<number> {
  const running = new Set<number>();
  const onChild = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => {
      const { pid } = child;
      if (pid === undefined) return;
      running.add(pid);
      child.once('exit', () => running.delete(pid));
    });
  };
  diagnostics.subscribe('child_process', onChild);
  atEnd(() => void diagnostics.unsubscribe('child_process', onChild));
  return running;
}
