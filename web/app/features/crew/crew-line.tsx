import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { worksHref } from '../film/directors.ts';
import { type Credited, creditText } from './crew-view.ts';

/** One person with all their credits and roles; the name leads to their work [FLM-04]. */
export function CrewLine({ person, actions }: { person: Credited; actions?: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3">
      <CrewText person={person} credits={person.credits.map(creditText).join(', ')} />
      {actions ? <div className="ms-auto flex flex-wrap items-center gap-1">{actions}</div> : null}
    </li>
  );
}

/** Who somebody is, and beneath it what they did. */
export function CrewText({
  person: { name, personId, picture },
  credits,
}: {
  person: Pick<Credited, 'name' | 'personId' | 'picture'>;
  credits: string;
}) {
  return (
    <>
      <Avatar name={name} picture={picture} />
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span className="flex min-w-0 items-center gap-1.5 font-medium">
          <a href={worksHref(name)} className="wrap-anywhere underline-offset-4 hover:underline">
            {name}
          </a>
          {personId ? (
            <BadgeCheck
              role="img"
              aria-label={_('Confirmed by this person')}
              className="size-4 shrink-0 text-action-ink"
            />
          ) : null}
        </span>
        <span className="wrap-anywhere text-ink-muted text-small">{credits}</span>
      </div>
    </>
  );
}
