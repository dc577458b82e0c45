import type { InterfaceLanguage } from '@marquee/rules/interface-languages';
import type { MetaDescriptor } from 'react-router';
import { pageLanguage } from '../language/words.ts';
import type { PictureSource } from '../ui/picture.tsx';

type PageMeta = {
  title: string;
  description: string;
  /** The origin of absolute addresses: from the configuration, never from a request. */
  publicUrl: string | undefined;
  path: string;
  picture?: PictureSource | undefined;
  /** In place of `picture`: the path of what a shared link shows, 1200 by 630 pixels, and what it is. */
  sharePicture?: { path: string; alt: string } | undefined;
  type?: 'website' | 'video.movie' | 'profile';
  /** Search engines are asked not to list the page. */
  isUnlisted?: boolean;
  /** Structured data of schema.org. */
  about?: Record<string, unknown>;
};

/** The languages of pages as Open Graph names them. */
const LOCALES: Record<InterfaceLanguage, string> = { en: 'en_US', es: 'es_ES', fr: 'fr_FR' };

/** The title of a page, as tabs and bookmarks show it. */
export const pageTitle = (title: string): string => [title, 'Marquee'].join(' · ');

/** Title, description, canonical address and what a shared link shows. */
export function pageMeta({
  title,
  description,
  publicUrl,
  path,
  picture,
  sharePicture,
  type = 'website',
  isUnlisted = false,
  about,
}: PageMeta): MetaDescriptor[] {
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { property: 'og:site_name', content: 'Marquee' },
    { property: 'og:locale', content: LOCALES[pageLanguage() as InterfaceLanguage] },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: sharePicture || picture ? 'summary_large_image' : 'summary' },
  ];
  if (isUnlisted) tags.push({ name: 'robots', content: 'noindex' });
  if (publicUrl) {
    const address = new URL(path, publicUrl).href;
    tags.push({ tagName: 'link', rel: 'canonical', href: address }, { property: 'og:url', content: address });
    if (picture) tags.push({ property: 'og:image', content: pictureAddress(picture, publicUrl) });
    if (sharePicture) tags.push(...sharePictureTags(new URL(sharePicture.path, publicUrl).href, sharePicture.alt));
  }
  if (about) tags.push({ 'script:ld+json': about as never });
  return tags;
}

function sharePictureTags(address: string, alt: string): MetaDescriptor[] {
  return [
    { property: 'og:image', content: address },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:image', content: address },
    { name: 'twitter:image:alt', content: alt },
  ];
}

/** Of a picture in several sizes, or of the path of a small one. */
export function pictureAddress(picture: PictureSource | string, publicUrl: string): string {
  if (typeof picture === 'string') return new URL(picture, publicUrl).href;
  const width = picture.widths.findLast((one) => one <= 1280) ?? picture.widths[0];
  return new URL(`${picture.uri}/${width}.jpg`, publicUrl).href;
}
