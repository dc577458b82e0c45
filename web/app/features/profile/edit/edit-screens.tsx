import { GALLERY_PHOTOS_MAX } from '@marquee/rules/gallery';
import { SHOWCASE_LABELS, socialLinkName } from '@marquee/rules/social-links';
import type { ComponentType } from 'react';
import { countryName } from '../../../language/names.ts';
import { _, type Message, msg, worded } from '../../../language/words.ts';
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
  title: Message;
  lead?: Message;
  Form: ComponentType<{ fields: EditFields }>;
  /** What it holds now, in one line. */
  summary: (fields: EditFields) => string;
  isFor?: (fields: EditFields) => boolean;
};

const showcase: readonly string[] = SHOWCASE_LABELS;
const linkNames = ({ links }: EditFields, isShowcase: boolean) =>
  links
    .filter(({ label }) => showcase.includes(label) === isShowcase)
    .map(({ label }) => worded(socialLinkName(label)))
    .join(', ');

/** The edit screens of a profile by the last part of their address [PRO-05]. */
export const EDIT_SCREENS: Readonly<Record<string, EditScreen>> = {
  picture: {
    title: msg('Profile picture'),
    Form: PictureForm,
    summary: ({ picture }) => (picture ? _('Given') : ''),
  },
  gallery: {
    title: msg('Gallery'),
    lead: msg('Up to six photos of you and your work.'),
    Form: GalleryForm,
    summary: ({ gallery }) =>
      gallery.length === 0
        ? ''
        : _('{count} of {galleryPhotosMax} photos', { count: gallery.length, galleryPhotosMax: GALLERY_PHOTOS_MAX }),
  },
  name: {
    title: msg('Full name'),
    Form: NameForm,
    summary: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  },
  talents: {
    title: msg('Talents'),
    lead: msg('So that the right people find you.'),
    Form: TalentsForm,
    summary: ({ talents }) => talents.map(worded).join(', '),
    isFor: ({ hasTalents }) => hasTalents,
  },
  bio: { title: msg('About me'), Form: BioForm, summary: ({ bio }) => bio },
  location: {
    title: msg('Location'),
    Form: LocationForm,
    summary: ({ city, state, country }) => [city, state, countryName(country)].filter(Boolean).join(', '),
  },
  availability: {
    title: msg('Availability'),
    lead: msg('When you can be hired. Your notes are for you alone.'),
    Form: AvailabilityForm,
    summary: ({ availability: { length: count } }) =>
      count === 0 ? '' : _('{count, plural, one {# period} other {# periods}}', { count }),
    isFor: ({ hasTalents }) => hasTalents,
  },
  union: { title: msg('Union'), Form: UnionForm, summary: ({ union }) => union },
  showcase: {
    title: msg('Showcase links'),
    lead: msg('Where your work can be seen and heard.'),
    Form: ShowcaseForm,
    summary: (fields) => linkNames(fields, true),
  },
  'social-media': { title: msg('Social media'), Form: SocialMediaForm, summary: (fields) => linkNames(fields, false) },
  visibility: {
    title: msg('Who finds your profile'),
    Form: VisibilityForm,
    summary: ({ visibility }) => _(VISIBILITY_LABELS[visibility]),
  },
};
