import { type Notice, NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Breadcrumb, PageTitle } from '../../ui/page-title.tsx';
import { deleteNotice } from './delete-notice.ts';
import { NoticeActionButton } from './notice-action.tsx';
import { NoticePicture } from './notice-picture.tsx';
import { NoticeTime } from './notice-time.tsx';

/** /notifications/{id}: one notice with its picture, its words and its action [NOT-02]. Opening it marks it as read. */
export function NoticePage({ notice }: { notice: Notice }) {
  const { id: noticeId, title, text, seen, createdAt } = notice;
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  useEffect(() => {
    // It stays unread when that fails, and is marked when it is opened again.
    if (!seen)
      void client(NoticeService)
        .markSeen({ noticeId })
        .catch(() => {});
  }, [noticeId, seen]);

  const remove = async () => {
    const isDeleted = await deleteNotice(
      notice,
      () => {
        setDeleting(true);
        return () => setDeleting(false);
      },
      () => navigate(`/notifications/${noticeId}`),
    );
    if (isDeleted) await navigate('/notifications', { replace: true });
  };
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-2xl gap-8">
        <Breadcrumb crumbs={[{ href: '/notifications', label: _('Notifications') }]} />
        <div className="flex flex-wrap items-start gap-8">
          <NoticePicture notice={notice} large />
          <div className="grid min-w-0 flex-1 basis-64 gap-4">
            <PageTitle title={title} />
            <p className="wrap-anywhere">{text}</p>
            <NoticeTime at={createdAt} className="text-ink-muted text-small" />
            <div className="mt-2 flex flex-wrap items-center gap-3">
              <NoticeActionButton notice={notice} />
              <Button size="large" pending={deleting} onClick={() => void remove()}>
                {_('Delete Notification')}
              </Button>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
