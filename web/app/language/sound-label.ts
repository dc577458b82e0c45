import { languageName } from './names.ts';
import { _ } from './words.ts';

/** A sound track that also says what is seen, in the language of the page. */
export const descriptionLabel = (language: string): string =>
  language && language !== 'und'
    ? _('Audio description ({language})', { language: languageName(language) })
    : _('Audio description');
