import { Eye } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useSeesEditPage } from './edit-page-link.tsx';
import type { FilmView } from './film-view.ts';

/** Tells makers and staff that they see a preview [WAT-16]. */
export function PreviewBanner({ film }: { film: FilmView }) {
  const seesEditPage = useSeesEditPage(film);
  const text = film.isPublic
    ? _('This is a preview. The film is public: everybody sees this page.')
    : film.published
      ? _('This is a preview. Only you and our staff see this film until it is approved.')
      : _('This is a preview. Only you and our staff see this film until you publish it.');
  return (
    <div className="page py-3">
      <Banner
        tone="warn"
        icon={<Eye aria-hidden />}
        action={
          seesEditPage ? (
            <a href={`/content/${film.id}/edit`} className={buttonClass('secondary', 'small')}>
              {_('Edit Page')}
            </a>
          ) : null
        }
      >
        {text}
      </Banner>
    </div>
  );
}
