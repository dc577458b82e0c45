import { ACCOUNT_LIMITS } from './account.ts';
import { oneLine } from './plain-text.ts';
import { PROFILE_MESSAGES } from './profile-messages.ts';
import { isWebAddress } from './web-address.ts';

/** Links to a person's work, and where else they are; the order is that of the profile [PRO-06]. */
export const SHOWCASE_LABELS = [
  'website',
  'IMDb',
  'YouTube',
  'Vimeo',
  'SoundCloud',
  'Spotify',
  'iMovie',
  'iTunes',
] as const;
export const SOCIAL_MEDIA_LABELS = ['Facebook', 'Instagram'] as const;
export const SOCIAL_LINK_LABELS = [...SHOWCASE_LABELS, ...SOCIAL_MEDIA_LABELS] as const;
export type SocialLinkLabel = (typeof SOCIAL_LINK_LABELS)[number];
export type SocialLink = { label: SocialLinkLabel; url: string };

/** The label as a person reads it. */
export function socialLinkName(label: string): string {
  if (label === 'iTunes') return 'Apple Music';
  return label === 'website' ? 'Website' : label;
}

/** A web address, or nothing for no link [PRO-07]. */
export const socialUrlSchema = oneLine()
  .max(ACCOUNT_LIMITS.linkCharactersMax, { message: PROFILE_MESSAGES.linkInvalid, abort: true })
  .refine((text) => text === '' || isWebAddress(text), PROFILE_MESSAGES.linkInvalid);

/** The links after a change: each replaces that of its label, an empty URL removes it. */
export function withSocialLinks(links: readonly SocialLink[], changes: readonly SocialLink[]): SocialLink[] {
  const urls = new Map([...links, ...changes].map(({ label, url }) => [label, url]));
  return SOCIAL_LINK_LABELS.flatMap((label) => {
    const url = urls.get(label);
    return url ? [{ label, url }] : [];
  });
}
