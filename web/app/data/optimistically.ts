import { messageOf } from '../api/api-error.ts';
import { toast } from '../ui/toast.tsx';

/** Shows a change and returns what takes it back. */
type Show = () => () => void;

/** Shows a change at once and saves it behind; what could not be saved is taken back, and thrown for the caller to say. */
export async function optimistically(show: Show, save: () => Promise<unknown>): Promise<void> {
  const takeBack = show();
  try {
    await save();
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** The same where nothing on the page can say it: a message appears. Returns whether the change was saved. */
export async function optimisticallyOrSay(show: Show, save: () => Promise<unknown>, failed: string): Promise<boolean> {
  try {
    await optimistically(show, save);
    return true;
  } catch (error) {
    toast({ message: messageOf(error, failed), tone: 'danger' });
    return false;
  }
}
