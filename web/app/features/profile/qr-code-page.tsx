import type { QrCode } from '@marquee/rules/qr-code';
import { _ } from '../../language/words.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import type { ProfileView } from './profile-view.ts';
import { QrFigure } from './qr-figure.tsx';
import { ShareProfile } from './share-profile.tsx';

/** The sharing link of the viewer's profile as a QR code [PRO-02]. */
export function QrCodePage({
  profile,
  code,
  link,
  isPrivate,
}: {
  profile: ProfileView;
  code: QrCode;
  link: string;
  isPrivate: boolean;
}) {
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle
        title={_('QR code')}
        lead={
          isPrivate
            ? _('Your profile is private: for everybody else the code opens nothing.')
            : _('Scanning this code opens your profile.')
        }
        crumbs={[{ href: '/profile', label: _('Profile') }]}
      />
      <QrFigure code={code} link={link}>
        <span className="font-medium">{profile.name}</span>
        <span className="text-ink-muted text-small">{link}</span>
        <ShareProfile profile={profile} />
      </QrFigure>
    </div>
  );
}
