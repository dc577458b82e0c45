import type { Film } from '@marquee/contracts/film/v1/film_pb';
import { Ellipsis, Eye, EyeOff, Pencil, Send, Share2, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { _ } from '../../language/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { shareFilm } from '../film/share-film.ts';
import { DeleteFilmDialog } from './delete-film-dialog.tsx';
import type { usePublishing } from './use-publishing.ts';

const icon = 'size-4';

type Props = { film: Film; publishing: ReturnType<typeof usePublishing>; onDeleted: () => unknown };

/** What can be done with a film from its row. */
export function FilmRowMenu({ film, publishing, onDeleted }: Props) {
  const [confirming, setConfirming] = useState(false);
  const isPublic = film.published && film.isApproved && film.distribution?.website !== false;
  const { pending, publish, unpublish } = publishing;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={_('Actions for “{filmTitle}”', { filmTitle: film.filmTitle })} aria-busy={pending}>
            <Ellipsis aria-hidden className="size-5" />
          </IconButton>
        }
      >
        <MenuLink to={`/content/${film.id}/edit`} icon={<Pencil className={icon} />}>
          {_('Open')}
        </MenuLink>
        <MenuLink to={`/content/${film.id}/upload`} icon={<Upload className={icon} />}>
          {_('Upload')}
        </MenuLink>
        <MenuLink to={`/feed/${film.id}?preview=1`} icon={<Eye className={icon} />}>
          {_('Preview')}
        </MenuLink>
        <MenuSeparator />
        {film.published ? (
          <MenuItem icon={<EyeOff className={icon} />} disabled={pending} onSelect={unpublish}>
            {_('Unpublish')}
          </MenuItem>
        ) : (
          <MenuItem icon={<Send className={icon} />} disabled={pending} onSelect={publish}>
            {_('Publish')}
          </MenuItem>
        )}
        {isPublic ? (
          <MenuItem
            icon={<Share2 className={icon} />}
            onSelect={() => void shareFilm({ id: film.id, title: film.filmTitle, logLine: film.logLine })}
          >
            {_('Share')}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon={<Trash2 className={icon} />} destructive onSelect={() => setConfirming(true)}>
          {_('Delete')}
        </MenuItem>
      </Menu>
      <DeleteFilmDialog film={film} open={confirming} onOpenChange={setConfirming} onDeleted={onDeleted} />
    </>
  );
}
