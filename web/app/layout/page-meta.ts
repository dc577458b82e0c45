import type { MetaDescriptor } from 'react-router';
import type { PictureSource } from '../ui/picture.tsx';

type PageMeta = {
  title: string;
  description: string;
  /** The origin of absolute addresses: from the configuration, never from a request. */
  publicUrl: string | undefined;
  path: string;
  /** A picture in several sizes, or the path of a small one. */
  picture?: PictureSource | string | undefined;
  type?: 'website' | 'video.movie' | 'profile';
  /** Search engines are asked not to list the page. */
  isUnlisted?: boolean;
  /** Structured data of schema.org. */
  about?: Record<string, unknown>;
};

/** The title of a page, as tabs and bookmarks show it. */
export const pageTitle = (title: string): string => [title, 'Marquee'].join(' · ');

/** Title, description, canonical address and what a shared link shows. */
export function pageMeta({
  title,
  description,
  publicUrl,
  path,
  picture,
  type = 'website',
  isUnlisted = false,
  about,
}: PageMeta): MetaDescriptor[] {
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { property: 'og:site_name', content: 'Marquee' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: picture && typeof picture !== 'string' ? 'summary_large_image' : 'summary' },
  ];
  if (isUnlisted) tags.push({ name: 'robots', content: 'noindex' });
  if (publicUrl) {
    const address = new URL(path, publicUrl).href;
    tags.push({ tagName: 'link', rel: 'canonical', href: address }, { property: 'og:url', content: address });
    if (picture) tags.push({ property: 'og:image', content: pictureAddress(picture, publicUrl) });
  }
  if (about) tags.push({ 'script:ld+json': about as never });
  return tags;
}

export function pictureAddress(picture: PictureSource | string, publicUrl: string): string {
  if (typeof picture === 'string') return new URL(picture, publicUrl).href;
  const width = picture.widths.findLast((one) => one <= 1280) ?? picture.widths[0];
  return new URL(`${picture.uri}/${width}.jpg`, publicUrl).href;
}
