import { Eye } from 'lucide-react';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import type { FilmView } from './film-view.ts';

/** Tells makers and staff that they see a preview [WAT-16]. */
export function PreviewBanner({ film }: { film: FilmView }) {
  const text = film.isPublic
    ? 'This is a preview. The film is public: everybody sees this page.'
    : film.published
      ? 'This is a preview. Only you and our staff see this film until it is approved.'
      : 'This is a preview. Only you and our staff see this film until you publish it.';
  return (
    <div className="page py-3">
      <Banner
        tone="warn"
        icon={<Eye aria-hidden />}
        action={
          <a href={`/content/${film.id}/edit`} className={buttonClass('secondary', 'small')}>
            Edit Page
          </a>
        }
      >
        {text}
      </Banner>
    </div>
  );
}
