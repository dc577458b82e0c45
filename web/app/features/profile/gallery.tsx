import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import { galleryPhotoUrl } from './gallery-photo.ts';
import type { ProfileView } from './profile-view.ts';

/** A person's photos in their order. Each opens large. */
export function Gallery({ name, photos }: { name: string; photos: ProfileView['gallery'] }) {
  return (
    <Section title={_('Gallery')}>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4">
        {photos.map(({ path, width, height }, place) => (
          <li key={path}>
            <a
              href={galleryPhotoUrl(path, 960)}
              target="_blank"
              rel="noreferrer"
              className="block overflow-hidden rounded-poster"
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
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
