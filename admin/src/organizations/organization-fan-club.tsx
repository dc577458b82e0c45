import { Anchor, Stack, Text } from '@mantine/core';
import { qrCodeOf } from '@marquee/rules/qr-code';

/** The quiet zone that scanners need, in squares. */
const BORDER = 4;

/** The public link of an organization as a QR code [ADO-02]. */
export function OrganizationFanClub({ festivalId, name }: { festivalId: string; name: string }) {
  // By the id: a code that is printed works whatever the custom address becomes.
  const link = new URL(`/festivals/${festivalId}`, window.location.origin).href;
  const { size, path } = qrCodeOf(link);
  const side = size + 2 * BORDER;
  return (
    <Stack align="flex-start">
      <Text size="sm">{`Scanning this code opens the public page of ${name}.`}</Text>
      <svg
        role="img"
        aria-label={`QR code of ${link}`}
        viewBox={`${-BORDER} ${-BORDER} ${side} ${side}`}
        shapeRendering="crispEdges"
        width={320}
        style={{ maxWidth: '100%' }}
      >
        {/* Dark on white in both themes: many scanners read nothing else. */}
        <rect x={-BORDER} y={-BORDER} width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <Anchor href={link} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {link}
      </Anchor>
    </Stack>
  );
}
