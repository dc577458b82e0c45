import type { EventStatusName } from '@marquee/rules/programme';
import { _, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';

const LABELS = { DRAFT: msg('Draft'), PUBLISHED: msg('Published'), CANCELLED: msg('Cancelled') };
const TONES = { DRAFT: 'neutral', PUBLISHED: 'good', CANCELLED: 'danger' } as const;

export function EventStatusBadge({ status }: { status: EventStatusName }) {
  return <Badge tone={TONES[status]}>{_(LABELS[status])}</Badge>;
}
