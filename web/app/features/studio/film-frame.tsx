import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { ChevronDown, Circle, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { headerTitle } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { DeleteFilmDialog } from './delete-film-dialog.tsx';
import { checklistOf, statusOf, visibilityOf } from './film-status.ts';
import { ReviewNotice } from './review-notice.tsx';
import { StatusNow } from './status-now.tsx';
import { usePublishing } from './use-publishing.ts';

/**
 * The frame of a film's studio screens: its status, what is missing, and how to publish it, which is the primary action
 * of a page that has none of its own.
 */
export function FilmFrame({
  entry,
  hasPrimaryAction = false,
  children,
}: {
  entry: StudioFilm;
  hasPrimaryAction?: boolean;
  children: ReactNode;
}) {
  const film = entry.film;
  const { revalidate } = useRevalidator();
  if (!film) return null;
  const status = statusOf(entry);
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <div className="grid gap-3">
        <PageTitle
          title={film.filmTitle}
          crumbs={[{ href: '/content', label: _('My Content') }]}
          aside={
            <span className="flex flex-wrap gap-2">
              <Badge tone={status.tone}>{status.label}</Badge>
              <Badge tone="outline">{visibilityOf(entry)}</Badge>
            </span>
          }
          actions={<FilmActions entry={entry} quiet={hasPrimaryAction} />}
        />
        <StatusNow entry={entry} refetch={revalidate} />
      </div>
      <ReviewNotice entry={entry} />
      <TabLinks
        label={headerTitle(film.filmTitle)}
        tabs={[
          { to: `/content/${film.id}/edit`, label: _('Details') },
          { to: `/content/${film.id}/upload`, label: _('Upload') },
          { to: `/content/${film.id}/distribution`, label: _('Distribution') },
          { to: `/content/${film.id}/credits`, label: _('Credits') },
          { to: `/content/${film.id}/festivals`, label: _('Festivals') },
          { to: `/content/${film.id}/stats`, label: _('Stats') },
        ]}
      />
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Checklist entry={entry} />
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">{children}</div>
      </div>
    </div>
  );
}

function FilmActions({ entry, quiet }: { entry: StudioFilm; quiet: boolean }) {
  const film = entry.film;
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { pending, publish, unpublish } = usePublishing(film?.id ?? '', revalidate);
  const [confirming, setConfirming] = useState(false);
  if (!film) return null;

  return (
    <>
      {film.published ? (
        <Button pending={pending} onClick={unpublish}>
          {_('Unpublish')}
        </Button>
      ) : (
        <Button variant={isComplete(entry) && !quiet ? 'primary' : 'secondary'} pending={pending} onClick={publish}>
          {_('Publish')}
        </Button>
      )}
      <LinkButton to={`/feed/${film.id}?preview=1`}>{_('Preview')}</LinkButton>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
        {_('Delete')}
      </Button>
      <DeleteFilmDialog
        film={film}
        open={confirming}
        onOpenChange={setConfirming}
        onDeleted={() => navigate('/content')}
      />
    </>
  );
}

const isComplete = ({ missingAssets, missingFields }: StudioFilm) =>
  missingAssets.length === 0 && missingFields.length === 0;

/** What is still missing; collapsed to one line on narrow screens. */
function Checklist({ entry }: { entry: StudioFilm }) {
  const [open, setOpen] = useState(false);
  const id = entry.film?.id;
  const { assets, fields } = checklistOf(entry);
  const missing = [
    ...assets.map((text) => ({ text, to: `/content/${id}/upload` })),
    ...fields.map((text) => ({ text, to: `/content/${id}/edit` })),
  ];
  const title = entry.film?.published ? _('Still missing') : _('Before you publish');
  const frame = 'rounded-panel bg-surface shadow-lit lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1 lg:p-6';
  if (missing.length === 0) {
    return (
      <aside
        aria-labelledby="checklist"
        className={`${frame} flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 lg:grid lg:gap-4`}
      >
        <h2 id="checklist" className="font-medium text-body">
          {entry.film?.published ? _('Published') : _('Ready to publish')}
        </h2>
        <p className="flex gap-2 text-good-ink text-small">
          <CircleCheck aria-hidden className="size-5 shrink-0" /> {_('Nothing is missing.')}
        </p>
      </aside>
    );
  }
  return (
    <aside aria-labelledby="checklist" className={frame}>
      <h2 id="checklist" className="font-medium text-body">
        <span className="max-lg:hidden">{title}</span>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="missing"
          className="flex min-h-12 w-full items-center justify-between gap-3 px-4 text-start lg:hidden"
          onClick={() => setOpen(!open)}
        >
          {`${title}: ${missing.length}${entry.film?.published ? '' : ' missing'}`}
          <ChevronDown aria-hidden className={classNames('size-5 text-ink-muted', open && 'rotate-180')} />
        </button>
      </h2>
      <ul
        id="missing"
        className={classNames('grid text-small max-lg:px-4 max-lg:pb-3 lg:mt-2', !open && 'max-lg:hidden')}
      >
        {missing.map(({ text, to }) => (
          <li key={text}>
            <a href={to} className="flex min-h-9 items-center gap-2 text-ink-muted hover:text-ink">
              <Circle aria-hidden className="size-4 shrink-0" /> {text}
            </a>
          </li>
        ))}
      </ul>
    </aside>
  );
}
