import { Permission } from '@marquee/contracts/permissions';
import {
  IconAd2,
  IconBell,
  IconFlag,
  IconHistory,
  IconMessages,
  IconMovie,
  type IconProps,
  IconScale,
  IconServer,
  IconSettings,
  IconStar,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';

// Without it and its contract the first screen loads less.
const WaitingReports = lazy(async () => ({ default: (await import('../reports/waiting-reports.tsx')).WaitingReports }));
const WaitingReviews = lazy(async () => ({
  default: (await import('../review-queue/waiting-reviews.tsx')).WaitingReviews,
}));

type Room = {
  to: string;
  label: string;
  Icon: ComponentType<IconProps>;
  /** Who lacks it has no link. */
  needs?: Permission;
  /** How much waits there. */
  Count?: ComponentType;
};

/** The rooms of the back office, in the order of its navigation. */
export const ROOMS: readonly Room[] = [
  { to: '/users', label: 'Users', Icon: IconUsers },
  { to: '/users/notices', label: 'Notifications', Icon: IconBell, needs: Permission.NOTIFY_USERS },
  { to: '/reports', label: 'Reports', Icon: IconFlag, needs: Permission.HANDLE_REPORTS, Count: WaitingReports },
  { to: '/content', label: 'Films', Icon: IconMovie },
  { to: '/reviews', label: 'Reviews', Icon: IconMessages, needs: Permission.MODERATE_FILMS, Count: WaitingReviews },
  { to: '/festivals', label: 'Festivals', Icon: IconTicket, needs: Permission.MANAGE_FESTIVALS },
  { to: '/featured', label: 'Featured', Icon: IconStar },
  { to: '/campaigns', label: 'Campaigns', Icon: IconAd2, needs: Permission.FEATURE_FILMS },
  { to: '/settings', label: 'Settings', Icon: IconSettings },
  { to: '/reconciliation', label: 'Reconciliation', Icon: IconScale, needs: Permission.REFUND_ORDERS },
  { to: '/workers', label: 'Workers', Icon: IconServer, needs: Permission.CHANGE_SETTINGS },
  { to: '/audit', label: 'Audit log', Icon: IconHistory },
];

/** The room that a page is in: the one with the longest address that the page's begins with. */
export function roomAt(pathname: string): string | undefined {
  const within = ROOMS.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return within.sort((one, other) => other.to.length - one.to.length)[0]?.to;
}
