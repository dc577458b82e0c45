import type { User } from '@marquee/contracts/identity/v1/account_pb';
import {
  BadgeCheck,
  Bell,
  Bookmark,
  CalendarDays,
  Clapperboard,
  Library,
  Settings,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { MenuAccounts } from '../features/accounts/menu-accounts.tsx';
import { _ } from '../language/words.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx';
import { fullName, isPro, isStaff } from './current-user.ts';
import { setTheme, type Theme, themes, useTheme } from './theme.ts';

const icon = 'size-4';

/** The menu of a signed-in person. Loaded after hydration: visitors never need it. */
export default function AccountMenu({ user }: { user: User }) {
  const theme = useTheme();
  const name = fullName(user) || user.email || user.phone;
  return (
    <Menu
      trigger={
        <button type="button" className="grid size-11 place-items-center rounded-full">
          <span className="sr-only">{_('Account of {name}', { name })}</span>
          <Avatar name={name} picture={user.profilePicture} size="small" />
        </button>
      }
    >
      <MenuHeading title={name} detail={user.email || user.phone} />
      <MenuSeparator />
      <MenuLink to="/profile" icon={<UserRound className={icon} />}>
        {_('Profile')}
      </MenuLink>
      <MenuLink to="/library" icon={<Library className={icon} />}>
        {_('My Library')}
      </MenuLink>
      <MenuLink to="/watchlist" icon={<Bookmark className={icon} />}>
        {_('Watchlist')}
      </MenuLink>
      <MenuLink to="/diary" icon={<CalendarDays className={icon} />}>
        {_('Diary')}
      </MenuLink>
      {isPro(user) || isStaff(user) ? (
        <MenuLink to="/content" icon={<Clapperboard className={icon} />}>
          {_('My Content')}
        </MenuLink>
      ) : null}
      <MenuLink to="/credits" icon={<BadgeCheck className={icon} />}>
        {_('Credits')}
      </MenuLink>
      <MenuLink to="/notifications" icon={<Bell className={icon} />}>
        {_('Notifications')}
      </MenuLink>
      <MenuLink to="/settings" icon={<Settings className={icon} />}>
        {_('Settings')}
      </MenuLink>
      {isStaff(user) ? (
        <MenuItem icon={<ShieldCheck className={icon} />} onSelect={() => window.location.assign('/superadmin')}>
          {_('Back office')}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuChoice
        label={_('Appearance')}
        value={theme}
        options={themes.map(({ value, label }) => ({ value, label: _(label) }))}
        onChange={(value) => setTheme(value as Theme)}
      />
      <MenuSeparator />
      <MenuAccounts name={name} />
    </Menu>
  );
}
