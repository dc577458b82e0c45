import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Person, ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import type { ReactNode } from 'react';
import { formatAddedDate } from '../../language/format.ts';
import { worded } from '../../language/words.ts';
import { Avatar } from '../../ui/avatar.tsx';

export const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

export const dateOf = (time: Timestamp | undefined) => (time ? formatAddedDate(timestampDate(time)) : '');

/** A person in a list, with what is said of them and what can be done. A private profile has no page to go to. */
export function PersonLine({
  person,
  detail,
  linked = true,
  children,
}: {
  person: Person;
  detail?: ReactNode;
  linked?: boolean;
  children?: ReactNode;
}) {
  const name = nameOf(person);
  const talents = person.talents.map(worded).join(', ');
  const hasPage = linked && person.profileVisibility !== ProfileVisibility.PRIVATE;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3 border-line border-b py-4 first:border-t">
      <Avatar name={name} picture={person.profilePicture} />
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <span className="wrap-anywhere font-medium">
          {hasPage ? (
            <a href={`/profile/${person.id}`} className="underline-offset-4 hover:underline">
              {name}
            </a>
          ) : (
            name
          )}
        </span>
        <span className="wrap-anywhere text-ink-muted text-small">
          {talents}
          {talents && detail ? ' · ' : null}
          {detail ? <span className="inline-block">{detail}</span> : null}
        </span>
      </div>
      {children ? <div className="flex flex-wrap gap-2">{children}</div> : null}
    </li>
  );
}
