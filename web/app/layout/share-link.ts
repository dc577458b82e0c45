import { toast } from '../ui/toast.tsx';

type Shared = {
  path: string;
  title: string;
  text: string;
  /** What it is, such as "film". */
  what: string;
};

/** Opens the share sheet of a phone; elsewhere copies the address to the clipboard. */
export async function shareLink({ path, title, text, what }: Shared): Promise<void> {
  const url = new URL(path, window.location.origin).href;
  try {
    if (navigator.share && window.matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, text, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    toast({ message: 'The link was copied.', tone: 'good' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ message: `Copy this link to share the ${what}.`, detail: url });
  }
}
