import { countryName } from '@marquee/rules/countries';
import { GALLERY_PHOTOS_MAX } from '@marquee/rules/gallery';
import { SHOWCASE_LABELS, socialLinkName } from '@marquee/rules/social-links';
import type { ComponentType } from 'react';
import { AvailabilityForm } from './availability-form.tsx';
import { BioForm } from './bio-form.tsx';
import type { EditFields } from './edit-fields.ts';
import { ShowcaseForm, SocialMediaForm } from './links-form.tsx';
import { LocationForm } from './location-form.tsx';
import { NameForm } from './name-form.tsx';
import { GalleryForm } from './pictures/gallery-form.tsx';
import { PictureForm } from './pictures/picture-form.tsx';
import { TalentsForm } from './talents-form.tsx';
import { UnionForm } from './union-form.tsx';
import { VISIBILITY_LABELS, VisibilityForm } from './visibility-form.tsx';

export type EditScreen = {
  title: string;
  lead?: string;
  Form: ComponentType<{ fields: EditFields }>;
  /** What it holds now, in one line. */
  summary: (fields: EditFields) => string;
  isFor?: (fields: EditFields) => boolean;
};

const showcase: readonly string[] = SHOWCASE_LABELS;
const linkNames = ({ links }: EditFields, isShowcase: boolean) =>
  links
    .filter(({ label }) => showcase.includes(label) === isShowcase)
    .map(({ label }) => socialLinkName(label))
    .join(', ');

/** The edit screens of a profile by the last part of their address [PRO-05]. */
export const EDIT_SCREENS: Readonly<Record<string, EditScreen>> = {
  picture: {
    title: 'Profile picture',
    Form: PictureForm,
    summary: ({ picture }) => (picture ? 'Given' : ''),
  },
  gallery: {
    title: 'Gallery',
    lead: 'Up to six photos of you and your work.',
    Form: GalleryForm,
    summary: ({ gallery }) => (gallery.length === 0 ? '' : `${gallery.length} of ${GALLERY_PHOTOS_MAX} photos`),
  },
  name: {
    title: 'Full name',
    Form: NameForm,
    summary: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  },
  talents: {
    title: 'Talents',
    lead: 'So that the right people find you.',
    Form: TalentsForm,
    summary: ({ talents }) => talents.join(', '),
    isFor: ({ hasTalents }) => hasTalents,
  },
  bio: { title: 'About me', Form: BioForm, summary: ({ bio }) => bio },
  location: {
    title: 'Location',
    Form: LocationForm,
    summary: ({ city, state, country }) => [city, state, country && countryName(country)].filter(Boolean).join(', '),
  },
  availability: {
    title: 'Availability',
    lead: 'When you can be hired. Your notes are for you alone.',
    Form: AvailabilityForm,
    summary: ({ availability: { length } }) => {
      if (length === 0) return '';
      return length === 1 ? '1 period' : `${length} periods`;
    },
    isFor: ({ hasTalents }) => hasTalents,
  },
  union: { title: 'Union', Form: UnionForm, summary: ({ union }) => union },
  showcase: {
    title: 'Showcase links',
    lead: 'Where your work can be seen and heard.',
    Form: ShowcaseForm,
    summary: (fields) => linkNames(fields, true),
  },
  'social-media': { title: 'Social media', Form: SocialMediaForm, summary: (fields) => linkNames(fields, false) },
  visibility: {
    title: 'Who finds your profile',
    Form: VisibilityForm,
    summary: ({ visibility }) => VISIBILITY_LABELS[visibility],
  },
};
