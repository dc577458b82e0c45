import { CreditConfirmation, type CrewEntry, type Department } from '@marquee/contracts/film/v1/film_pb';

/** A line of the credits as plain data. */
export type CrewView = {
  id: string;
  department: Department;
  credit: string;
  name: string;
  firstName: string;
  role: string;
  /** Whose credit it is; '' while nobody agreed. */
  personId: string;
  picture: string;
  invited: boolean;
  /** What somebody whom the maker named answered; empty for all but who edits the film. */
  confirmation: '' | 'WAITING' | 'CONFIRMED' | 'DECLINED';
};

const CONFIRMATIONS = {
  [CreditConfirmation.UNSPECIFIED]: '',
  [CreditConfirmation.WAITING]: 'WAITING',
  [CreditConfirmation.CONFIRMED]: 'CONFIRMED',
  [CreditConfirmation.DECLINED]: 'DECLINED',
} as const;

export function crewView(entry: CrewEntry): CrewView {
  return {
    id: entry.id,
    department: entry.department,
    credit: entry.credit,
    name: `${entry.firstName} ${entry.lastName}`.trim(),
    firstName: entry.firstName,
    role: entry.role,
    personId: entry.personId,
    picture: entry.profilePicture,
    invited: entry.invited,
    confirmation: CONFIRMATIONS[entry.confirmation],
  };
}

/** Somebody with all their credits on a film. */
export type Credited = Pick<CrewView, 'name' | 'personId' | 'picture'> & { key: string; credits: CrewView[] };

/**
 * One line for each person, in the place of their first credit. A name alone is somebody else than the person who agreed
 * to a credit under the same name: nobody answers for what they did not agree to.
 */
export function peopleOf(entries: readonly CrewView[]): Credited[] {
  const groups = Map.groupBy(entries, ({ personId, name }) => personId || name.toLocaleLowerCase('en'));
  return [...groups].flatMap(([key, credits]) => {
    const [first] = credits;
    return first ? [{ key, name: first.name, personId: first.personId, picture: first.picture, credits }] : [];
  });
}

/** What somebody did: "Directed by", or "Cast · The ferryman". */
export function creditText({ credit, role }: Pick<CrewView, 'credit' | 'role'>): string {
  return role && role !== credit ? `${credit} · ${role}` : credit;
}
