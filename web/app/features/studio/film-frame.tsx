import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { headerTitle } from '@marquee/rules/format';
import { Circle, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { film as filmApi } from '../../api/browser/film.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import { checklistOf, statusOf, visibilityOf } from './film-status.ts';

/** The frame of a film's studio screens: where it stands, what is missing, and the way to the audience. */
export function FilmFrame({ entry, children }: { entry: StudioFilm; children: ReactNode }) {
  const film = entry.film;
  if (!film) return null;
  const status = statusOf(entry);
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <PageTitle
        title={film.filmTitle}
        crumbs={[{ href: '/content', label: 'My Content' }]}
        aside={
          <span className="flex flex-wrap gap-2">
            <Badge tone={status.tone}>{status.label}</Badge>
            <Badge tone="outline">{visibilityOf(entry)}</Badge>
          </span>
        }
        actions={<FilmActions entry={entry} />}
      />
      {entry.awaitingApproval ? (
        <Banner tone="action">
          Published. Our staff have not approved it yet: it appears in the feed once they have.
        </Banner>
      ) : null}
      <TabLinks
        label={headerTitle(film.filmTitle)}
        tabs={[
          { to: `/content/${film.id}/edit`, label: 'Details' },
          { to: `/content/${film.id}/upload`, label: 'Upload' },
          { to: `/feed/${film.id}/crew`, label: 'Credits' },
        ]}
      />
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">{children}</div>
        <Checklist entry={entry} />
      </div>
    </div>
  );
}

function FilmActions({ entry }: { entry: StudioFilm }) {
  const film = entry.film;
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [confirming, setConfirming] = useState(false);
  if (!film) return null;

  const run = async (work: () => Promise<unknown>, done: string, failed: string) => {
    setPending(true);
    try {
      await work();
      toast({ message: done, tone: 'good' });
      await revalidate();
    } catch (error) {
      const { fields } = refusalOf(error);
      const detail = fields.map(({ message }) => message).join(' ');
      toast({ message: messageOf(error, failed), detail, tone: 'danger' });
    } finally {
      setPending(false);
    }
  };
  const request = () => ({ requestId: crypto.randomUUID(), filmId: film.id });
  const remove = async () => {
    try {
      await filmApi.deleteFilm(request());
      await navigate('/content');
      toast({ message: `“${film.filmTitle}” was deleted.` });
    } catch (error) {
      toast({ message: messageOf(error, 'Failed to delete record'), tone: 'danger' });
    }
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      <LinkButton to={`/feed/${film.id}?preview=1`}>Preview</LinkButton>
      {film.published ? (
        <Button
          pending={pending}
          onClick={() =>
            run(
              () => filmApi.unpublishFilm(request()),
              'The film is no longer published.',
              'Failed to toggle publish status',
            )
          }
        >
          Unpublish
        </Button>
      ) : (
        <Button
          variant="primary"
          pending={pending}
          onClick={() =>
            run(() => filmApi.publishFilm(request()), 'The film is published.', 'Failed to toggle publish status')
          }
        >
          Publish
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete “${film.filmTitle}”?`}
        description="The film, its files, its crew and its reviews are removed for good."
        confirmLabel="Delete film"
        destructive
        onConfirm={remove}
      />
    </>
  );
}

function Checklist({ entry }: { entry: StudioFilm }) {
  const { assets, fields } = checklistOf(entry);
  const id = entry.film?.id;
  const missing = [
    ...assets.map((text) => ({ text, to: `/content/${id}/upload` })),
    ...fields.map((text) => ({ text, to: `/content/${id}/edit` })),
  ];
  return (
    <aside
      aria-labelledby="checklist"
      className="grid gap-4 rounded-panel bg-surface p-6 shadow-lit lg:sticky lg:top-24"
    >
      <h2 id="checklist" className="font-medium text-body">
        {missing.length === 0 ? 'Ready to publish' : 'Before you publish'}
      </h2>
      {missing.length === 0 ? (
        <p className="flex gap-2 text-good-ink text-small">
          <CircleCheck aria-hidden className="size-5 shrink-0" /> Nothing is missing.
        </p>
      ) : (
        <ul className="grid gap-3 text-small">
          {missing.map(({ text, to }) => (
            <li key={text}>
              <a href={to} className="flex gap-2 text-ink-muted hover:text-ink">
                <Circle aria-hidden className="mt-0.5 size-4 shrink-0" /> {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
