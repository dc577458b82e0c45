import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { EditorialContent } from '@marquee/contracts/marketing/v1/editorial_pb';
import type { RouterContextProvider } from 'react-router';
import { api, site } from '../../api/context.ts';
import { formatAddedDate } from '../../language/format.ts';
import { _, pageLanguage } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** With the language that the text is in: of staff's texts there may only be the English one. */
export type EditorialText = { html: string; changed: string; language: string };

/** Loads a text that staff write. */
export async function getEditorialText(
  context: Readonly<RouterContextProvider>,
  content: EditorialContent,
): Promise<EditorialText> {
  const asked = { content, language: context.get(site).language };
  const { html, updatedAt, language } = await context.get(api).editorial.getEditorialContent(asked);
  return { html, language, changed: updatedAt ? formatAddedDate(timestampDate(updatedAt), 'UTC') : '' };
}

/** A text for everybody. Its HTML was sanitised when it was saved. */
export function EditorialPage({ title, html, changed, language }: EditorialText & { title: string }) {
  return (
    <div className="page py-8 md:py-12">
      <article className="grid max-w-3xl gap-8">
        <PageTitle title={title} lead={changed ? _('Last changed on {changed}.', { changed }) : undefined} />
        {language && language !== pageLanguage() ? (
          <p role="note" className="rounded-panel border border-line bg-surface p-4 text-ink-muted">
            {_('This text is not available in your language yet. It is shown in English.')}
          </p>
        ) : null}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server keeps only what a richtext may hold. */}
        <div className="editorial" lang={language || undefined} dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </div>
  );
}

/** The text could not be loaded; the page says which, and can be asked for again. */
export function EditorialError({ title, failure }: { title: string; failure: string }) {
  return (
    <div className="page py-8 md:py-12">
      <title>{pageTitle(title)}</title>
      <PageTitle title={title} />
      <ErrorState title={failure} onRetry={() => window.location.reload()}>
        {_('Please try again in a moment.')}
      </ErrorState>
    </div>
  );
}
