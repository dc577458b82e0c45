import { memoryLocks } from './locks.ts';
import { locksContract } from './locks-contract.ts';

locksContract(
  {
    name: 'memory',
    open: async () => {
      const locks = memoryLocks();
      return { here: locks, there: locks };
    },
  },
  test,
);
