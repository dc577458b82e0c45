import type { NoticeChannelName, NoticeKindName } from '@marquee/rules/notices';
import type { Wording } from '../language/wording.ts';
import type { NoticeFacts, RecipientPage } from './notice.ts';
import type { RecipientSources } from './recipients.ts';

/** What the button of a notice is [NOT-02]. */
export type Action = 'OPEN' | 'CHECK_IT_OUT' | 'CONNECT' | 'CLAIM' | 'VIEW_PROFILE' | 'VOTE';

/** Names in words: of who caused it, of the film, and of an event or an organization; and what staff wrote. */
type Names = Record<'person' | 'film' | 'event' | 'organization' | 'staffTitle' | 'staffText', string>;
export type Words = { title: string; text: string };

type Kind = {
  /** Whom an event is for, page by page, where the event itself does not say. */
  recipients?(sources: RecipientSources, event: NoticeFacts & { nextPage: string }): Promise<RecipientPage>;
  words(t: Wording['t'], names: Names, notice: NoticeFacts): Words;
  /** The id of the event or organization that its words name, or of an order of tickets, in what the notice is about. */
  namedIn?(subjectId: string): string;
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

function whyRefunded(t: Wording['t'], names: Names, variant: string): string {
  if (variant === 'LATE') {
    return t(
      'Your payment for {film} came too late to unlock it, so we give it back. Your bank may need some days.',
      names,
    );
  }
  if (variant === 'GONE') {
    return t(
      '{film} cannot be watched any more, so we give back what you paid for it. Your bank may need some days.',
      names,
    );
  }
  if (variant === 'LATE_COINS') return t('{film} could not be unlocked any more, so your coins are back.', names);
  if (variant === 'GONE_COINS') {
    return t('{film} cannot be watched any more, so the coins that you paid for it are back.', names);
  }
  if (variant === 'STAFF_COINS') {
    return t('Our staff have given back the coins that you paid for {film}. Your access to it has ended.', names);
  }
  return t('Our staff have given back what you paid for {film}. Your access to it has ended.', names);
}

function ticketOf({ subjectId }: NoticeFacts): string {
  const [eventId = '', userTicketId = ''] = subjectId.split('/');
  return `/events/${eventId}/tickets/${userTicketId}`;
}

const eventOf = (subjectId: string) => subjectId.split('/')[0] ?? '';
/** Of a ballot: its event, and its block, '' for that of the whole event. */
function ballotOf({ subjectId }: NoticeFacts): { eventId: string; blockId: string } {
  const [eventId = '', blockId = ''] = subjectId.split('/');
  return { eventId, blockId };
}

function voteOf(notice: NoticeFacts): string {
  const { eventId, blockId } = ballotOf(notice);
  return `/events/${eventId}/vote${blockId && `?blockId=${blockId}`}`;
}

const giftOf = (subjectId: string) => subjectId.split('/')[2] ?? '';

function whyTicketsRefunded(t: Wording['t'], names: Names, variant: string): string {
  switch (variant) {
    case 'BUYER':
      return t('You have given your tickets to {event} back. Your bank may need some days.', names);
    case 'ONE_BUYER':
      return t('You have given one of your tickets to {event} back. Your bank may need some days.', names);
    case 'ONE_SELLER':
    case 'ONE_STAFF':
      return t(
        'The organizer has taken one of your tickets to {event} back. The others stay valid. Your bank may need some days.',
        names,
      );
    case 'CANCELLED':
      return t('It was cancelled, so your tickets to {event} have ended. Your bank may need some days.', names);
    case 'LATE':
      return t(
        'Your payment came too late to get the tickets to {event}, so we give it back. Your bank may need some days.',
        names,
      );
    default:
      return t('The organizer has taken your tickets to {event} back. Your bank may need some days.', names);
  }
}

function owedTitle(t: Wording['t'], names: Names, of: string, isOwed: boolean): string {
  switch (of) {
    case 'FILM':
      return isOwed
        ? t('Your refund for {film} has failed', names)
        : t('What we owed you for {film} has gone back', names);
    case 'TICKETS':
      return isOwed
        ? t('Your refund for tickets to {event} has failed', names)
        : t('What we owed you for tickets to {event} has gone back', names);
    case 'SUBMISSION':
      return isOwed
        ? t('Your refund for submitting {film} has failed', names)
        : t('What we owed you for submitting {film} has gone back', names);
    default:
      return isOwed ? t('Your refund for your plan has failed') : t('What we owed you for your plan has gone back');
  }
}

/** @param variant what was bought and what became of its refund, such as FILM_OWED */
function owedWords(t: Wording['t'], names: Names, variant: string): Words {
  const [of = '', step] = variant.split('_');
  const title = owedTitle(t, names, of, step === 'OWED');
  if (step === 'GIVEN') {
    return { title, text: t('It takes the place of the refund that had failed. Your bank may need some days.') };
  }
  if (step === 'ELSEWHERE') {
    return { title, text: t('Our staff have paid it to you in another way, because the refund had failed.') };
  }
  return {
    title,
    text: t(
      'The money that we gave back did not arrive, as when a card or an account is closed. We still owe it to you, and will give it back in another way.',
    ),
  };
}

function ticketGivenWords(t: Wording['t'], names: Names, variant: string): Words {
  return variant === 'SENT'
    ? {
        title: t('{person} has sent you a ticket', names),
        text: t('It is for {event}, and waits for you. Open it and accept it.', names),
      }
    : {
        title: t('{person} has given you a ticket', names),
        text: t('It is for {event}, and yours now. Open it to see when and where, and its code for the door.', names),
      };
}

function planWords(t: Wording['t'], variant: string): Words {
  switch (variant) {
    case 'RENEWED':
      return { title: t('Your plan has renewed'), text: t('Thank you. The receipt is in your settings.') };
    case 'DECLINED':
      return {
        title: t('The payment for your plan did not work'),
        text: t('Please change your card. We try it again, and you keep your plan for some days until then.'),
      };
    case 'ENDS_SOON':
      return {
        title: t('Your plan ends soon'),
        text: t('You pay nothing more. You can keep your plan until it ends.'),
      };
    case 'RENEWS_SOON':
      return {
        title: t('Your plan renews soon'),
        text: t('Your card is charged in some days. You can cancel until then.'),
      };
    case 'ENDED_UNPAID':
      return {
        title: t('Your plan has ended'),
        text: t('The payment for it did not work. You can choose a plan again at any time.'),
      };
    case 'REFUNDED':
      return {
        title: t('What you paid for your plan goes back to you'),
        text: t('It goes back to the card that paid it. The receipt in your settings says when it is back.'),
      };
    case 'REFUNDED_TO_BEFORE':
      return {
        title: t('What you paid for your plan goes back to you'),
        text: t(
          'The plan that you had before is back until its old end, and does not renew. The receipt in your settings says when the money is back.',
        ),
      };
    default:
      return { title: t('Your plan has ended'), text: t('You can choose a plan again at any time.') };
  }
}

const decisionOf = (t: Wording['t'], names: Names, variant: string): Words => {
  switch (variant) {
    case 'APPROVED':
      return { title: t('{film} is approved', names), text: t('Our staff have approved your film.') };
    case 'CHANGES_REQUESTED':
      return {
        title: t('{film} needs changes', names),
        text: t('Our staff have looked at your film and ask you for changes before they approve it.'),
      };
    case 'APPROVAL_WITHDRAWN':
      return {
        title: t('{film} is no longer approved', names),
        text: t('Our staff have taken back their approval. They will look at your film again.'),
      };
    case 'CHANGE_REQUEST_WITHDRAWN':
      return {
        title: t('{film} needs no changes after all', names),
        text: t('Our staff have taken back what they asked you to change.'),
      };
    case 'REPLACEMENT_APPROVED':
      return {
        title: t('A new file of {film} is approved', names),
        text: t('It has taken the place of the one before.'),
      };
    case 'REPLACEMENT_DECLINED':
      return {
        title: t('A file of {film} stays as it was', names),
        text: t('Our staff have not approved the new file. You can upload another.'),
      };
    default:
      return { title: t('A decision on {film}', names), text: t('Our staff have decided on your film.') };
  }
};

function likesOf(t: Wording['t'], names: Names, { count, isOneFilm }: { count: number; isOneFilm: boolean }): string {
  if (!isOneFilm) return t('What you wrote about several films was liked {count} times.', { count });
  if (count === 1) return t('Somebody liked what you wrote about {film}.', names);
  return t('{count} people liked what you wrote about {film}.', { ...names, count });
}

/** Every kind of notice: whom it is for, its words, its action, and the channels that are on by default. */
export const KINDS: Record<NoticeKindName, Kind> = {
  CONNECTION_REQUESTED: {
    words: (t, names) => ({ title: t('Connect Request'), text: t('{person} would like to connect with you.', names) }),
    picture: 'person',
    action: 'CONNECT',
    url: profileOf,
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  CONNECTION_ACCEPTED: {
    words: (t, names) => ({
      title: t('{person} accepted your request', names),
      text: t('You and {person} are connected now.', names),
    }),
    picture: 'person',
    action: 'VIEW_PROFILE',
    url: profileOf,
    channels: ['IN_APP', 'PUSH'],
  },
  CREDIT_CLAIM: {
    recipients: ({ makerOf }, { filmId }) => makerOf(filmId),
    words: (t, names) => ({
      title: t('Film Credit Claim Request'),
      text: t(
        '{person} says that a credit of {film} is theirs. Accept or decline the claim on the film’s crew page.',
        names,
      ),
    }),
    picture: 'film',
    action: 'CLAIM',
    url: crewOf,
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  CREDIT_NAMED: {
    words: (t, names) => ({
      title: t('Is this your credit on {film}?', names),
      text: t(
        'A filmmaker named you in the crew of {film}. The credit shows who you are only if you accept it.',
        names,
      ),
    }),
    picture: 'film',
    action: 'OPEN',
    url: () => '/credits',
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  CREDIT_ACCEPTED: {
    recipients: ({ makerOf }, { filmId }) => makerOf(filmId),
    words: (t, names, { actorId }) =>
      actorId
        ? {
            title: t('{person} agreed to the credit on {film}', names),
            text: t('The crew of {film} shows who {person} is from now on.', names),
          }
        : {
            title: t('Your credit on {film} was accepted', names),
            text: t('The crew of {film} shows who you are from now on.', names),
          },
    picture: 'film',
    action: 'OPEN',
    url: ({ actorId, filmId }) => (actorId ? `/content/${filmId}/credits` : '/credits'),
    channels: ['IN_APP', 'PUSH'],
  },
  FILM_DECIDED: {
    recipients: ({ decisionOn }, { subjectId }) => decisionOn(subjectId),
    words: (t, names, { variant }) => decisionOf(t, names, variant),
    picture: 'film',
    action: 'OPEN',
    url: studioOf,
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  FILM_OWNER_CHANGED: {
    words: (t, names, { variant }) =>
      variant === 'GIVEN'
        ? {
            title: t('{film} belongs to you now', names),
            text: t('Our staff have given the film to your account. You edit it in your studio.', names),
          }
        : {
            title: t('{film} belongs to another account now', names),
            text: t('Our staff have given the film to another account. What it has earned so far stays yours.', names),
          },
    picture: 'film',
    action: 'OPEN',
    url: (notice) => (notice.variant === 'GIVEN' ? studioOf(notice) : '/content'),
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  NEW_MOVIE: {
    recipients: ({ creditedBy }, { filmId, nextPage }) => creditedBy(filmId, nextPage),
    words: (t, names) => ({
      title: t('{film} is here', names),
      text: t('A film that credits you can be watched now: {film}.', names),
    }),
    picture: 'film',
    action: 'CHECK_IT_OUT',
    url: ({ filmId }) => `/feed/${filmId}`,
    channels: ['IN_APP', 'PUSH'],
  },
  ORDER_REFUNDED: {
    words: (t, names, { variant }) => ({
      title: t('What you paid for {film} goes back to you', names),
      text: whyRefunded(t, names, variant),
    }),
    picture: 'film',
    action: 'OPEN',
    url: () => '/settings/unlocked-films',
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  SUBMISSION_DECIDED: {
    words: (t, names) => ({
      title: t('A festival has decided on {film}', names),
      text: t('You have an email with what it wrote to you.'),
    }),
    picture: 'film',
    action: 'OPEN',
    url: () => '/user/submissions',
    // The email is the festival’s own, and comes in any case.
    channels: ['IN_APP', 'PUSH'],
  },
  SUBMISSION_ENDED: {
    words: (t, names, { variant }) =>
      variant === 'CANCELLED'
        ? {
            title: t('A call that you submitted {film} to was cancelled', names),
            text: t('What you paid for it goes back to you. Your bank may need some days.'),
          }
        : {
            title: t('A festival has taken {film} out of its call', names),
            text: t('The film does not fit the rules of the call. You see it in your submissions.'),
          },
    picture: 'film',
    action: 'OPEN',
    url: () => '/user/submissions',
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  JUDGE_INVITED: {
    words: (t, names) => ({
      title: t('You are asked to judge films'),
      text: t('{person} asks you to judge what was submitted to {organization}.', names),
    }),
    namedIn: (subjectId) => subjectId,
    picture: 'person',
    action: 'OPEN',
    url: () => '/judging',
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  TEAM_INVITED: {
    words: (t, names) => ({
      title: t('You are asked to join a team'),
      text: t('{person} asks you to work for {organization}. Accept or decline it there.', names),
    }),
    namedIn: (subjectId) => subjectId,
    picture: 'person',
    action: 'OPEN',
    url: () => '/user/orgs',
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  TICKET_RECEIVED: {
    // One that was sent to an address is for the account that signs in with it.
    recipients: ({ invitedToTicket }, { subjectId, actorId }) => invitedToTicket(giftOf(subjectId), actorId),
    words: (t, names, { variant }) => ticketGivenWords(t, names, variant),
    namedIn: eventOf,
    picture: 'person',
    action: 'OPEN',
    url: ticketOf,
    // The mail with the ticket itself goes out on its own.
    channels: ['IN_APP', 'PUSH'],
  },
  TICKET_OFFERED: {
    words: (t, names) => ({
      title: t('The ticket that you waited for is here'),
      text: t(
        'A ticket to {event} is kept for you for up to two hours. After that, it goes to the next person who waits.',
        names,
      ),
    }),
    namedIn: eventOf,
    picture: 'person',
    action: 'OPEN',
    url: ({ subjectId }) => `/events/${subjectId}/tickets`,
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  VOTING_OPENED: {
    recipients: ({ votersOf }, notice) => votersOf(ballotOf(notice), notice.nextPage),
    words: (t, names) => ({
      title: t('You can vote now'),
      text: t('Voting for the films of {event} has begun.', names),
    }),
    namedIn: eventOf,
    picture: 'person',
    action: 'VOTE',
    url: voteOf,
    channels: ['IN_APP', 'PUSH'],
  },
  TICKETS_REFUNDED: {
    words: (t, names, { variant }) => ({
      title: variant.startsWith('ONE_')
        ? t('What you paid for a ticket goes back to you')
        : t('What you paid for tickets goes back to you'),
      text: whyTicketsRefunded(t, names, variant),
    }),
    namedIn: (orderId) => orderId,
    picture: 'person',
    action: 'OPEN',
    url: () => '/settings/tickets',
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  REFUND_OWED: {
    words: (t, names, { variant }) => owedWords(t, names, variant),
    namedIn: (orderId) => orderId,
    picture: 'film',
    action: 'OPEN',
    url: () => '/settings/receipts',
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  PLAN_CHANGED: {
    words: (t, _names, { variant }) => planWords(t, variant),
    picture: 'person',
    action: 'OPEN',
    url: () => '/settings/subscription',
    channels: ['IN_APP', 'PUSH', 'EMAIL'],
  },
  STAFF_NOTICE: {
    recipients: ({ staffNotice }, { subjectId, nextPage }) => staffNotice(subjectId, nextPage),
    words: (t, { staffTitle, staffText }) => ({
      title: staffTitle || t('A message from Marquee'),
      text: staffText || t('Our staff have something to tell you.'),
    }),
    picture: 'person',
    action: 'OPEN',
    url: () => '/notifications',
    channels: ['IN_APP', 'PUSH'],
  },
  REVIEW_REPLIED: {
    words: (t, names) => ({
      title: t('{person} replied to your review', names),
      text: t('{person} answered what you wrote about {film}.', names),
    }),
    picture: 'person',
    action: 'OPEN',
    url: ({ filmId }) => `/feed/${filmId}/comments`,
    channels: ['IN_APP', 'PUSH'],
  },
  REVIEWS_LIKED: {
    words: (t, names, { variant, filmId }) => ({
      title: t('Your reviews are liked'),
      text: likesOf(t, names, { count: Number(variant), isOneFilm: filmId !== '' }),
    }),
    picture: 'film',
    action: 'OPEN',
    url: ({ filmId }) => (filmId ? `/feed/${filmId}/comments` : '/notifications'),
    channels: ['IN_APP'],
  },
};
