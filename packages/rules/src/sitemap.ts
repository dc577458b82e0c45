import { z } from 'zod';
import { REQUEST_MESSAGES } from './request-messages.ts';

/** The sitemap of a kind of page has a part for each last digit of an id, which is random. */
export const SITEMAP_PARTS = [...'0123456789abcdef'] as readonly string[];

/** The kinds of pages that the sitemap lists [PRO-19]. */
export const SITEMAP_KINDS = ['films', 'people', 'festivals'] as const;

/** What the protocol allows in one file (sitemaps.org). */
export const SITEMAP_URLS_MAX = 50_000;

export const sitemapPartSchema = z.object({
  part: z.string().refine((part) => SITEMAP_PARTS.includes(part), REQUEST_MESSAGES.choiceUnknown),
});
