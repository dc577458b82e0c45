import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import {
  SHOWCASE_LABELS,
  SOCIAL_MEDIA_LABELS,
  type SocialLinkLabel,
  socialLinkName,
  socialUrlSchema,
} from '@marquee/rules/social-links';
import { z } from 'zod';
import { _, worded } from '../../../language/words.ts';
import { TextField } from '../../../ui/field.tsx';
import { fieldOf, useZodForm } from '../../../ui/form.tsx';
import type { EditFields } from './edit-fields.ts';
import { ProfileForm } from './profile-form.tsx';

const EXAMPLES: Record<SocialLinkLabel, string> = {
  website: 'https://example.com',
  IMDb: 'https://www.imdb.com/name/…',
  YouTube: 'https://www.youtube.com/@…',
  Vimeo: 'https://vimeo.com/…',
  SoundCloud: 'https://soundcloud.com/…',
  Spotify: 'https://open.spotify.com/artist/…',
  iMovie: 'https://…',
  iTunes: 'https://music.apple.com/artist/…',
  Facebook: 'https://www.facebook.com/…',
  Instagram: 'https://www.instagram.com/…',
};

type Props = { fields: EditFields };

export const ShowcaseForm = ({ fields }: Props) => (
  <LinksForm draft="showcase" labels={SHOWCASE_LABELS} fields={fields} />
);
export const SocialMediaForm = ({ fields }: Props) => (
  <LinksForm draft="social-media" labels={SOCIAL_MEDIA_LABELS} fields={fields} />
);

/** A web address for each label; an empty one is no link [PRO-07]. */
function LinksForm({ labels, draft, fields }: Props & { labels: readonly SocialLinkLabel[]; draft: string }) {
  const known = Object.fromEntries(
    labels.map((label) => [label, fields.links.find((link) => link.label === label)?.url ?? '']),
  );
  const schema = z.object(Object.fromEntries(labels.map((label) => [label, socialUrlSchema])));
  const form = useZodForm(schema, known);
  const linksOf = (values: Record<string, string>) => ({
    socialLinks: labels.map((label) => ({ label, url: values[label] ?? '' })),
  });
  return (
    <ProfileForm
      {...{ form, draft }}
      before={linksOf(known)}
      changes={linksOf}
      failed={_(PROFILE_MESSAGES.linksFailed)}
      isSaveGuarded
    >
      {labels.map((label) => (
        <TextField
          key={label}
          label={worded(socialLinkName(label))}
          inputMode="url"
          autoComplete={label === 'website' ? 'url' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={EXAMPLES[label]}
          optional
          {...fieldOf(form, label)}
        />
      ))}
    </ProfileForm>
  );
}
