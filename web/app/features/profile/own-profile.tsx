import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { EyeOff, Pencil, QrCode, Settings } from 'lucide-react';
import { Trans } from '../../language/trans.tsx';
import { _, msg } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Profile, type ProfilePageData } from './profile-page.tsx';
import { ShareProfile, ShortLabel } from './share-profile.tsx';

const icon = 'size-4';

const NOTICES = {
  [ProfileVisibility.UNSPECIFIED]: '',
  [ProfileVisibility.PUBLIC]: '',
  [ProfileVisibility.HIDDEN]: msg('Your profile is hidden: only people who have its address find it.'),
  [ProfileVisibility.PRIVATE]: msg('Your profile is private: nobody but you sees it.'),
};

/** `lacks`: how many parts of the profile are not filled in. */
type OwnProfileData = ProfilePageData & { visibility: ProfileVisibility; lacks: number };

/** The viewer's own profile, with the ways to change and to share it [PRO-01]. */
export function OwnProfile({ visibility, profile, films, counters, favourites, lists, lacks }: OwnProfileData) {
  const notice = NOTICES[visibility];
  return (
    <Profile
      {...{ profile, films, counters, favourites, lists }}
      isOwn
      notice={
        notice ? (
          <Banner
            icon={<EyeOff aria-hidden />}
            action={
              <LinkButton size="small" to="/profile/edit/visibility">
                {_('Change')}
              </LinkButton>
            }
          >
            {_(notice)}
          </Banner>
        ) : null
      }
      actions={
        <>
          <LinkButton variant="primary" to="/profile/edit" icon={<Pencil aria-hidden className={icon} />}>
            {_('Edit profile')}
          </LinkButton>
          {lacks > 0 ? <LinkButton to="/profile/complete">{_('Complete profile')}</LinkButton> : null}
          {/* Where a row has no room for all, these three stay together. */}
          <div className="flex gap-3">
            <ShareProfile profile={profile} short />
            <LinkButton to="/profile/qrcode" title={_('QR code')} icon={<QrCode aria-hidden className={icon} />}>
              <ShortLabel>{_('QR code')}</ShortLabel>
            </LinkButton>
            <LinkButton to="/settings" title={_('Settings')} icon={<Settings aria-hidden className={icon} />}>
              <ShortLabel>{_('Settings')}</ShortLabel>
            </LinkButton>
          </div>
        </>
      }
      about={
        <p className="text-ink-muted">
          <Trans
            id="You have not written about yourself yet. <0>Write a few lines</0>"
            components={{ 0: <a href="/profile/edit/bio" className="text-action-ink underline underline-offset-4" /> }}
          />
        </p>
      }
    />
  );
}
