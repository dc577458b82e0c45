import type { NoticeChannelName, NoticeKindName } from '@marquee/rules/notices';
import type { NoticeFacts, RecipientPage } from './notice.ts';
import type { RecipientSources } from './recipients.ts';

/** What the button of a notice is [NOT-02]. */
export type Action = 'OPEN' | 'CHECK_IT_OUT' | 'CONNECT' | 'CLAIM' | 'VIEW_PROFILE';

/** Names in words: of who caused it, and of the film; and what staff wrote. */
type Names = { person: string; film: string; staff: Words };
export type Words = { title: string; text: string };

type Kind = {
  /** Whom an event is for, page by page, where the event itself does not say. */
  recipients?(sources: RecipientSources, event: NoticeFacts & { nextPage: string }): Promise<RecipientPage>;
  words(names: Names, notice: NoticeFacts): Words;
  picture: 'person' | 'film';
  action: Action;
  /** The path that the action opens. */
  url(notice: NoticeFacts): string;
  /** The channels that are on until a person chooses otherwise. */
  channels: readonly NoticeChannelName[];
};

const profileOf = ({ actorId }: NoticeFacts) => `/profile/${actorId}`;
const studioOf = ({ filmId }: NoticeFacts) => `/content/${filmId}/edit`;
const crewOf = ({ filmId }: NoticeFacts) => `/content/${filmId}/credits`;

const DECISIONS: Record<string, (film: string) => Words> = {
  APPROVED: (film) => ({ title: `${film} is approved`, text: 'Our staff have approved your film.' }),
  CHANGES_REQUESTED: (film) => ({
    title: `${film} needs changes`,
    text: 'Our staff have looked at your film and ask you for changes before they approve it.',
  }),
  APPROVAL_WITHDRAWN: (film) => ({
    title: `${film} is no longer approved`,
    text: 'Our staff have taken back their approval. They will look at your film again.',
  }),
  CHANGE_REQUEST_WITHDRAWN: (film) => ({
    title: `${film} needs no changes after all`,
    text: 'Our staff have taken back what they asked you to change.',
  }),
  REPLACEMENT_APPROVED: (film) => ({
    title: `A new file of ${film} is approved`,
    text: 'It has taken the place of the one before.',
  }),
  REPLACEMENT_DECLINED: (film) => ({
    title: `A file of ${film} stays as it was`,
    text: 'Our staff have not approved the new file. You can upload another.',
  }),
};

/** Every kind of notice: whom it is for, its words, its action, and the channels that are on by default. */
export const KINDS: Record<NoticeKindName, Kind> = {
  CONNECTION_REQUESTED: {
    words: ({ person }) => ({ title: 'Connect Request', text: `${person} would like to connect with you.` }),
    picture: 'person',
    action: 'CONNECT',
    url: profileOf,
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  CONNECTION_ACCEPTED: {
    words: ({ person }) => ({
      title: `${person} accepted your request`,
      text: `You and ${person} are connected now.`,
    }),
    picture: 'person',
    action: 'VIEW_PROFILE',
    url: profileOf,
    channels: ['IN_APP', 'PUSH'],
  },
  CREDIT_CLAIM: {
    recipients: ({ makerOf }, { filmId }) => makerOf(filmId),
    words: ({ person, film }) => ({
      title: 'Film Credit Claim Request',
      text: `${person} says that a credit of ${film} is theirs. Accept or decline the claim on the film’s crew page.`,
    }),
    picture: 'film',
    action: 'CLAIM',
    url: crewOf,
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  CREDIT_NAMED: {
    words: ({ film }) => ({
      title: `Is this your credit on ${film}?`,
      text: `A filmmaker named you in the crew of ${film}. The credit shows who you are only if you accept it.`,
    }),
    picture: 'film',
    action: 'OPEN',
    url: () => '/credits',
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  CREDIT_ACCEPTED: {
    recipients: ({ makerOf }, { filmId }) => makerOf(filmId),
    words: ({ person, film }, { actorId }) =>
      actorId
        ? {
            title: `${person} agreed to the credit on ${film}`,
            text: `The crew of ${film} shows who ${person} is from now on.`,
          }
        : {
            title: `Your credit on ${film} was accepted`,
            text: `The crew of ${film} shows who you are from now on.`,
          },
    picture: 'film',
    action: 'OPEN',
    url: ({ actorId, filmId }) => (actorId ? `/content/${filmId}/credits` : '/credits'),
    channels: ['IN_APP', 'PUSH'],
  },
  FILM_DECIDED: {
    recipients: ({ decisionOn }, { subjectId }) => decisionOn(subjectId),
    words: ({ film }, { variant }) =>
      DECISIONS[variant]?.(film) ?? { title: `A decision on ${film}`, text: 'Our staff have decided on your film.' },
    picture: 'film',
    action: 'OPEN',
    url: studioOf,
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  NEW_MOVIE: {
    recipients: ({ creditedBy }, { filmId, nextPage }) => creditedBy(filmId, nextPage),
    words: ({ film }) => ({ title: `${film} is here`, text: `A film that credits you can be watched now: ${film}.` }),
    picture: 'film',
    action: 'CHECK_IT_OUT',
    url: ({ filmId }) => `/feed/${filmId}`,
    channels: ['IN_APP', 'PUSH'],
  },
  STAFF_NOTICE: {
    recipients: ({ staffNotice }, { subjectId, nextPage }) => staffNotice(subjectId, nextPage),
    words: ({ staff }) => staff,
    picture: 'person',
    action: 'OPEN',
    url: () => '/notifications',
    channels: ['IN_APP', 'PUSH'],
  },
};
