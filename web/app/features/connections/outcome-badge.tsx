import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';

/** What became of a request: it takes the place of the buttons that answered it, and the focus of the pressed one. */
export function OutcomeBadge(props: ComponentProps<typeof Badge>) {
  return (
    <span tabIndex={-1} className="flex min-h-11 items-center">
      <Badge {...props} />
    </span>
  );
}

/** The viewer and somebody are connected. */
export function Connected() {
  return (
    <OutcomeBadge tone="good" icon={<Check aria-hidden className="size-3.5" />}>
      {_('Connected')}
    </OutcomeBadge>
  );
}
