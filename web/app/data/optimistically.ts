import { orToast } from './or-toast.ts';

/** Shows a change and returns the function that reverts it. */
type Show = () => () => void;

/** Shows a change, then saves it. When saving fails, reverts the change and throws. */
export async function optimistically(show: Show, save: () => Promise<unknown>): Promise<void> {
  const revert = show();
  try {
    await save();
  } catch (error) {
    revert();
    throw error;
  }
}

/** The same, but reports the failure as a toast. Returns whether the change was saved. */
export const optimisticallyOrToast = (show: Show, save: () => Promise<unknown>, failed: string): Promise<boolean> =>
  orToast(() => optimistically(show, save), failed);
