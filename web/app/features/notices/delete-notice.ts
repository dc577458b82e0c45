import { type Notice, NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { NOTICE_MESSAGES } from '@marquee/rules/notices';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { _ } from '../../language/words.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Deletes a notice and offers to take that back. `hide` removes it from the page and gives what shows it again; `restored`
 * runs once it is there again. Returns whether it was deleted [NOT-01].
 */
export async function deleteNotice(
  { id: noticeId }: Pick<Notice, 'id'>,
  hide: () => () => void,
  restored: () => unknown = () => {},
): Promise<boolean> {
  const show = hide();
  try {
    await client(NoticeService).deleteNotice({ noticeId });
  } catch {
    show();
    toast({ message: _(NOTICE_MESSAGES.deleteFailed), tone: 'danger' });
    return false;
  }
  toast({ message: _('The notification was deleted.'), undo: () => void restore() });
  return true;

  async function restore() {
    await orToast(async () => {
      await client(NoticeService).restoreNotice({ noticeId });
      show();
      await restored();
    }, _('We failed to restore the notification.'));
  }
}
