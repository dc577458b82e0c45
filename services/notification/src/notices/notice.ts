import type { Work } from '@marquee/data/work-table';
import type { NoticeKindName } from '@marquee/rules/notices';
import type { Notice } from '../../gen/prisma/client.ts';

/** What an event says of a notice, as ids; '' where there is none. */
export type NoticeFacts = {
  /** Of several forms of one kind, such as what staff decided. */
  variant: string;
  /** Who caused it. */
  actorId: string;
  filmId: string;
  /** A claim or a decision. */
  subjectId: string;
};

/** Something that people are notified of. Events of one key are one. */
export type NoticeEvent = NoticeFacts & {
  kind: NoticeKindName;
  eventKey: string;
  /** Whom it is for, where the event says so. */
  recipientId: string;
};

/** An event that this process has taken, to plan the next page of its recipients. */
export type ClaimedEvent = Work & NoticeEvent & { nextPage: string };

/** A page of recipients; an empty cursor says that it is the last. */
export type RecipientPage = { accountIds: readonly string[]; nextPage: string; variant?: string };

/** A notice of one person. */
export type NoticeRow = Omit<Notice, 'kind'> & { kind: NoticeKindName };
