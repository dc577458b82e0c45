import { _, msg } from '../language/words.ts';
import { toast } from '../ui/toast.ts';

const COPY = {
  film: msg('Copy this link to share the film.'),
  profile: msg('Copy this link to share the profile.'),
  festival: msg('Copy this link to share the festival.'),
};

type Shared = {
  path: string;
  title: string;
  text: string;
  what: keyof typeof COPY;
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
      message: _(COPY[what]),
      detail: url,
    });
  }
}
