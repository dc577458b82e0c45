import type { Wording } from '../language/wording.ts';
import { greetingName, quotedTitle } from '../messages/people-text.ts';
import { type Action, KINDS, type Words } from './kinds.ts';
import type { NamesOf } from './names-of.ts';
import type { NoticeRow } from './notice.ts';

/** A notice as the inbox shows it. */
export type WordedNotice = Words & {
  row: NoticeRow;
  picture: string;
  pictureIsPerson: boolean;
  actorName: string;
  action: Action;
  url: string;
};

const namesFor = ({ t }: Wording, person: string, title: string, subject: string, staff: Words) => ({
  person: person || t('Somebody'),
  film: title ? t('“{title}”', { title }) : t('a film'),
  event: subject ? t('“{title}”', { title: subject }) : t('an event'),
  organization: subject || t('a festival or another organization'),
  staffTitle: staff.title,
  staffText: staff.text,
});

/** Notices in words, for the person whose they are. */
export async function wordNotices(
  wording: Wording,
  namesOf: NamesOf,
  rows: readonly NoticeRow[],
): Promise<WordedNotice[]> {
  const names = await namesOf(rows);
  return rows.map((row) => {
    const kind = KINDS[row.kind];
    const [person, film] = [names.person(row.actorId), names.film(row.filmId)];
    return {
      row,
      ...kind.words(
        wording.t,
        namesFor(wording, person.name, film.name, names.subject(row), names.staff(row.subjectId)),
        row,
      ),
      picture: (kind.picture === 'person' ? person : film).picture,
      pictureIsPerson: kind.picture === 'person',
      actorName: person.name,
      action: kind.action,
      url: kind.url(row),
    };
  });
}

/** The same for mails, texts and browsers, where a name that does not look like one could carry a stranger's message. */
export async function wordOutside(
  wording: Wording,
  namesOf: NamesOf,
  row: NoticeRow,
): Promise<Words & { url: string }> {
  const names = await namesOf([row]);
  const person = greetingName(names.person(row.actorId).name);
  const film = quotedTitle(names.film(row.filmId).name);
  const subject = quotedTitle(names.subject(row));
  return {
    ...KINDS[row.kind].words(wording.t, namesFor(wording, person, film, subject, names.staff(row.subjectId)), row),
    url: KINDS[row.kind].url(row),
  };
}
