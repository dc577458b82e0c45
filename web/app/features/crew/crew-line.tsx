import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import type { CrewView } from './crew-view.ts';

/** Credit, name and role of one person [FLM-04]. */
export function CrewLine({ entry, actions }: { entry: CrewView; actions?: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3">
      <Avatar name={entry.name} picture={entry.picture} />
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span className="flex min-w-0 items-center gap-1.5 font-medium">
          <span className="truncate">{entry.name}</span>
          {entry.claimed ? (
            <BadgeCheck role="img" aria-label="Confirmed by this person" className="size-4 shrink-0 text-action-ink" />
          ) : null}
        </span>
        <span className="truncate text-ink-muted text-small">
          {entry.credit}
          {entry.role && entry.role !== entry.credit ? ` · ${entry.role}` : ''}
        </span>
      </div>
      {actions ? <div className="flex items-center gap-1">{actions}</div> : null}
    </li>
  );
}
