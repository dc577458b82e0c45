import { NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { NOTICE_LIMITS } from '@marquee/rules/notices';
import { Bell } from 'lucide-react';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { useTopic } from '../../realtime/use-topic.ts';
import { iconButtonClass } from '../../ui/button.tsx';

/** A count as the badge shows it. */
const badgeOf = (unread: number) => (unread > NOTICE_LIMITS.badgeMax ? `${NOTICE_LIMITS.badgeMax}+` : String(unread));

/** The way to the notifications, with how many are unread on every open page [NOT-05]. Loaded after hydration. */
export default function NoticeBell({ accountId }: { accountId: string }) {
  const { own, retry } = useOwn(NoticeService.method.countUnread, { accountId });
  const { unread, version } = own.state === 'ready' ? own.value : { unread: 0, version: undefined };
  useTopic(`notices:${accountId}`, version, retry);
  const badge = badgeOf(unread);
  return (
    <a
      href="/notifications"
      aria-label={unread === 0 ? _('Notifications') : _('Notifications, {badge} unread', { badge })}
      className={iconButtonClass('medium', 'relative')}
    >
      <Bell aria-hidden className="size-5" />
      {unread === 0 ? null : (
        <span
          aria-hidden
          className="tabular absolute end-0.5 top-1 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-action px-1 font-medium text-[0.6875rem] text-on-action leading-none"
        >
          {badge}
        </span>
      )}
    </a>
  );
}
