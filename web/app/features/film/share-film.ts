import { toast } from '../../ui/toast.tsx';

/** Opens the share sheet of a phone; elsewhere copies the address of the film's page to the clipboard [PRO-18]. */
export async function shareFilm(film: { id: string; title: string; logLine: string }): Promise<void> {
  const url = new URL(`/feed/${film.id}`, window.location.origin).href;
  try {
    if (navigator.share && window.matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title: film.title, text: film.logLine, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    toast({ message: 'The link was copied.', tone: 'good' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ message: 'Copy this link to share the film.', detail: url });
  }
}
