import { _ } from '../../language/words.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import type { ProfileView } from './profile-view.ts';
import type { QrCode } from './qr-code.ts';
import { ShareProfile } from './share-profile.tsx';

/** The quiet zone that scanners need, in squares. */
const BORDER = 4;

/** The sharing link of the viewer's profile as a QR code [PRO-02]. */
export function QrCodePage({
  profile,
  code: { size, path },
  link,
  isPrivate,
}: {
  profile: ProfileView;
  code: QrCode;
  link: string;
  isPrivate: boolean;
}) {
  const side = size + 2 * BORDER;
  return (
    <div className="page grid *:max-w-3xl gap-8 pt-8">
      <PageTitle
        title={_('QR code')}
        lead={
          isPrivate
            ? _('Your profile is private: for everybody else the code opens nothing.')
            : _('Scanning this code opens your profile.')
        }
        crumbs={[{ href: '/profile', label: _('Profile') }]}
      />
      <figure className="grid justify-items-center gap-6">
        <svg
          role="img"
          aria-label={_('QR code of {link}', { link })}
          viewBox={`${-BORDER} ${-BORDER} ${side} ${side}`}
          shapeRendering="crispEdges"
          className="w-full max-w-80 rounded-panel"
        >
          {/* Dark on white in both themes: many scanners read nothing else. */}
          <rect x={-BORDER} y={-BORDER} width={side} height={side} fill="#fff" />
          <path d={path} fill="#000" />
        </svg>
        <figcaption className="grid justify-items-center gap-4 text-center">
          <span className="font-medium">{profile.name}</span>
          <span className="wrap-anywhere text-ink-muted text-small">{link}</span>
          <ShareProfile profile={profile} />
        </figcaption>
      </figure>
    </div>
  );
}
