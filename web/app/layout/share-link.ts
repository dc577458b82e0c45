import { _ } from '../language/words.ts';
import { toast } from '../ui/toast.tsx';

type Shared = {
  path: string;
  title: string;
  text: string;
  what: 'film' | 'profile';
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
    toast({ message: _('The link was copied.'), tone: 'good' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({
      message: what === 'film' ? _('Copy this link to share the film.') : _('Copy this link to share the profile.'),
      detail: url,
    });
  }
}
