import type { QrCode } from '@marquee/rules/qr-code';
import { _ } from '../../language/words.ts';
import { QrFigure } from '../profile/qr-figure.tsx';

/** The public link of an organization as a QR code, for posters and flyers [FES-06]. */
export function FanClubPage({ name, code, link }: { name: string; code: QrCode; link: string }) {
  return (
    <div className="grid max-w-3xl gap-6">
      <p className="text-ink-muted text-lead">{_('Scanning this code opens the public page of {name}.', { name })}</p>
      <QrFigure code={code} link={link}>
        <span className="font-medium">{name}</span>
        <a href={link} className="wrap-anywhere text-action-ink text-small hover:underline">
          {link}
        </a>
      </QrFigure>
    </div>
  );
}
