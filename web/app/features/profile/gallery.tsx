import { useState } from 'react';
import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import { galleryPhotoUrl } from './gallery-photo.ts';
import { GalleryViewer } from './gallery-viewer.tsx';
import type { ProfileView } from './profile-view.ts';

/** A person's photos in their order. Each opens in the viewer. */
export function Gallery({ name, photos }: { name: string; photos: ProfileView['gallery'] }) {
  const [open, setOpen] = useState<number>();
  return (
    <Section title={_('Gallery')}>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4">
        {photos.map(({ path, width, height }, place) => (
          <li key={path}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(place)}
              className="block w-full cursor-zoom-in overflow-hidden rounded-poster"
            >
              <img
                src={galleryPhotoUrl(path, 360)}
                srcSet={`${galleryPhotoUrl(path, 360)} 360w, ${galleryPhotoUrl(path, 960)} 960w`}
                sizes="(min-width: 64rem) 24rem, 45vw"
                alt={_('{name}, {value} of {count}', { name, value: place + 1, count: photos.length })}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
                className="aspect-4/3 w-full bg-raised object-cover transition-transform duration-(--steady) hover:scale-[1.02]"
              />
            </button>
          </li>
        ))}
      </ul>
      <GalleryViewer {...{ name, photos }} place={open} onPlace={setOpen} />
    </Section>
  );
}
