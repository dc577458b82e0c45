import type { CrewEntry } from '@marquee/contracts/film/v1/film_pb';

/** A line of the credits as plain data. */
export type CrewView = {
  id: string;
  credit: string;
  name: string;
  firstName: string;
  role: string;
  claimed: boolean;
  picture: string;
  invited: boolean;
};

export function crewView(entry: CrewEntry): CrewView {
  return {
    id: entry.id,
    credit: entry.credit,
    name: `${entry.firstName} ${entry.lastName}`.trim(),
    firstName: entry.firstName,
    role: entry.role,
    claimed: entry.personId !== '',
    picture: entry.profilePicture,
    invited: entry.invited,
  };
}
