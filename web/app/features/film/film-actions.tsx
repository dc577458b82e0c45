import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { Flag, Heart, Share2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { signInPath } from '../../api/viewer.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { IconButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { OwnFilmActions } from '../own-films/own-film-actions.tsx';
import { EditPageLink } from './edit-page-link.tsx';
import type { FilmView } from './film-view.ts';
import { ReportDialog } from './report-dialog.tsx';
import { shareFilm } from './share-film.ts';
import type { useFilmAccess } from './use-film-access.ts';

type Access = ReturnType<typeof useFilmAccess>;

/** Like, share, report, and for its maker and staff the way to edit [FLM-08]. */
export function FilmActions({ film, access, change }: { film: FilmView } & Pick<Access, 'access' | 'change'>) {
  const [reporting, setReporting] = useState(false);
  // Until it is known who this is, the server decides.
  const signedIn = useCurrentUser().state !== 'visitor';
  const canEdit = access.state === 'ready' && access.value.canEdit;
  const onFilm = 'text-ink hover:bg-ink/10';
  const askToSignIn = (message: string) =>
    toast({
      message,
      action: { label: _('Sign in'), onClick: () => window.location.assign(signInPath(`/feed/${film.id}`)) },
    });
  return (
    <div className="-ms-3 flex items-center gap-1 sm:ms-0">
      <LikeButton
        film={film}
        {...{ access, change, signedIn, className: onFilm }}
        onVisitor={() => askToSignIn(_('Please sign in to like this film.'))}
      />
      <OwnFilmActions {...{ film, access, change, signedIn, askToSignIn, className: onFilm }} />
      <IconButton label={_('Share')} className={onFilm} onClick={() => void shareFilm(film)}>
        <Share2 aria-hidden className="size-5" />
      </IconButton>
      <IconButton
        label={_('Report')}
        className={onFilm}
        aria-haspopup={signedIn ? 'dialog' : undefined}
        onClick={() => (signedIn ? setReporting(true) : askToSignIn(_('Please sign in to report this film.')))}
      >
        <Flag aria-hidden className="size-5" />
      </IconButton>
      {canEdit ? <EditPageLink film={film} className={onFilm} /> : null}
      <ReportDialog filmId={film.id} title={film.title} open={reporting} onOpenChange={setReporting} />
    </div>
  );
}

function LikeButton({
  film,
  access,
  change,
  signedIn,
  className,
  onVisitor,
}: { film: FilmView; signedIn: boolean; className: string; onVisitor: () => void } & Pick<
  Access,
  'access' | 'change'
>) {
  const liked = access.state === 'ready' && access.value.liked;
  const like = (next: boolean) =>
    optimisticallyOrToast(
      () => change((now) => ({ ...now, liked: next })),
      () => client(ReviewService).setLike({ filmId: film.id, liked: next }),
      _('We failed to save that. Please try again.'),
    );
  return (
    <IconButton
      label={_('Like')}
      aria-pressed={liked}
      className={className}
      onClick={() => (signedIn ? void like(!liked) : onVisitor())}
    >
      <Heart aria-hidden className={liked ? 'size-5 fill-current text-live-ink' : 'size-5'} />
    </IconButton>
  );
}
