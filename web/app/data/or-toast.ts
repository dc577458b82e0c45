import { messageOf } from '../api/api-error.ts';
import { toast } from '../ui/toast.ts';

/** Does something, or reports as a toast that it failed. Returns whether it was done. */
export async function orToast(work: () => Promise<unknown>, failed: string): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    toast({ message: messageOf(error, failed), tone: 'danger' });
    return false;
  }
}
