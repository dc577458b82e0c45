import type { QrCode } from '@marquee/rules/qr-code';
import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';

/** The quiet zone that scanners need, in squares. */
const BORDER = 4;

/** A link as a QR code, with what stands below it. */
export function QrFigure({
  code: { size, path },
  link,
  children,
}: {
  code: QrCode;
  link: string;
  children: ReactNode;
}) {
  const side = size + 2 * BORDER;
  return (
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
      <figcaption className="grid justify-items-center gap-4 wrap-anywhere text-center">{children}</figcaption>
    </figure>
  );
}
