import { type Notice, NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { Bell, CheckCheck, Settings2, Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { ListEnd } from '../../data/list-end.tsx';
import { orToast } from '../../data/or-toast.ts';
import { useMore } from '../../data/use-more.ts';
import { usePending } from '../../data/use-pending.ts';
import { _, msg } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { useTopic } from '../../realtime/use-topic.ts';
import { Button, iconButtonClass, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { deleteNotice } from './delete-notice.ts';
import { NoticePicture } from './notice-picture.tsx';
import { NoticeTime } from './notice-time.tsx';

export const NOTICES_PAGE_SIZE = 30;

const TABS = [
  { to: '/notifications', label: msg('Unread') },
  { to: '/notifications/all', label: msg('All') },
] as const;

type Props = { first: Notice[]; cursor: string; unreadOnly?: boolean };

/** /notifications: what the viewer has not seen, or all of it, newest first [NOT-01]. */
export function NoticeList({ first, cursor, unreadOnly = false }: Props) {
  const list = useMore(
    { items: first, nextCursor: cursor },
    {
      method: NoticeService.method.listNotices,
      request: (next) => ({ unreadOnly, pageSize: NOTICES_PAGE_SIZE, cursor: next }),
      page: (answer) => ({ items: answer.notices, nextCursor: answer.nextCursor }),
    },
  );
  const { revalidate } = useRevalidator();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  // Further pages would be lost: a person who reads them is not interrupted.
  useNewNotices(() => (list.items.length <= NOTICES_PAGE_SIZE ? revalidate() : undefined));

  const shown = list.items.filter(({ id }) => !hidden.includes(id));
  const remove = (notice: Notice) =>
    deleteNotice(
      notice,
      () => {
        setHidden((now) => [...now, notice.id]);
        return () => setHidden((now) => now.filter((id) => id !== notice.id));
      },
      revalidate,
    );
  const hasUnread = shown.some(({ seen }) => !seen);
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <PageTitle title={_('Notifications')} />
        <div className="flex flex-wrap gap-3">
          {hasUnread && first[0] ? <MarkAllSeen newest={first[0]} done={revalidate} /> : null}
          <LinkButton to="/settings/notifications" size="small" icon={<Settings2 aria-hidden className="size-4" />}>
            {_('Settings')}
          </LinkButton>
        </div>
      </div>
      <TabLinks label={_('Notifications')} tabs={TABS.map(({ to, label }) => ({ to, label: _(label) }))} />
      {shown.length === 0 && !list.hasMore ? (
        <Nothing unreadOnly={unreadOnly} />
      ) : (
        <div>
          <ul aria-label={unreadOnly ? _('Unread notifications') : _('All notifications')} className="grid">
            {shown.map((notice) => (
              <NoticeLine key={notice.id} notice={notice} onDelete={() => void remove(notice)} />
            ))}
          </ul>
          <ListEnd list={list} more={_('Show more')} failed={_('We failed to load more of your notifications.')}>
            {_('{count, plural, one {One notification.} other {# notifications.}}', { count: shown.length })}
          </ListEnd>
        </div>
      )}
    </div>
  );
}

/** Calls back when the viewer's notices have changed. */
function useNewNotices(changed: () => unknown): void {
  const current = useCurrentUser();
  useTopic(current.state === 'account' ? `notices:${current.user.id}` : null, undefined, changed);
}

function Nothing({ unreadOnly }: { unreadOnly: boolean }) {
  return (
    <EmptyState
      icon={<Bell aria-hidden />}
      title={unreadOnly ? _('You have seen everything') : _('You have no notifications yet')}
      action={unreadOnly ? <LinkButton to="/notifications/all">{_('Show all')}</LinkButton> : undefined}
    >
      {_('News of your films, credits and connections appear here.')}
    </EmptyState>
  );
}

function MarkAllSeen({ newest, done }: { newest: Notice; done: () => unknown }) {
  const [pending, during] = usePending();
  const mark = () =>
    during(() =>
      orToast(async () => {
        await client(NoticeService).markAllSeen({ newestNoticeId: newest.id });
        await done();
      }, _('We failed to mark your notifications as read.')),
    );
  return (
    <Button size="small" pending={pending} icon={<CheckCheck aria-hidden className="size-4" />} onClick={mark}>
      {_('Mark all as read')}
    </Button>
  );
}

function NoticeLine({ notice, onDelete }: { notice: Notice; onDelete: () => void }) {
  const { id, title, text, seen, createdAt } = notice;
  const remove = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The notice goes, and the focus to the one beside it, or to the heading of the empty list.
    const here = currentTarget.closest('li');
    const beside = here?.nextElementSibling ?? here?.previousElementSibling;
    const next = beside ? beside.querySelector('a') : document.querySelector('h1');
    next?.focus({ preventScroll: true });
    onDelete();
  };
  return (
    <li className="relative flex min-w-0 items-start gap-4 border-line border-b py-4">
      <span
        aria-hidden
        className={classNames('mt-4.5 size-2 shrink-0 rounded-full', seen ? 'bg-transparent' : 'bg-action')}
      />
      <NoticePicture notice={notice} />
      <div className="grid min-w-0 flex-1 gap-1">
        <Link
          to={`/notifications/${id}`}
          className={classNames('wrap-anywhere underline-offset-4 hover:underline', !seen && 'font-medium')}
        >
          {title}
          {seen ? null : <span className="sr-only">{_(', unread')}</span>}
        </Link>
        <span className="wrap-anywhere text-ink-muted text-small">{text}</span>
        <NoticeTime at={createdAt} className="text-caption text-ink-faint" />
      </div>
      <button
        type="button"
        aria-label={_('Delete: {title}', { title })}
        className={iconButtonClass('medium')}
        onClick={remove}
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
    </li>
  );
}
