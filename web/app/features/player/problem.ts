import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { refusalOf } from '../../api/api-error.ts';
import { _ } from '../../language/words.ts';

/** Why the film does not play, in words for the viewer, and what they can do about it. */
export type Problem = {
  reason: string;
  message: string;
  /** A second sentence: what the viewer can do. */
  advice?: string;
  remedy: 'retry' | 'watch-again' | 'take-over' | 'sign-in' | 'unlock' | 'film-page';
};

/** A refusal of the server. Its message is shown unchanged [WAT-01]. */
export function problemOf(cause: unknown): Problem {
  const { code, reason, message } = refusalOf(cause);
  if (code === 'Unauthenticated') return signedOut();
  if (isTransient(cause) || !message) {
    return {
      reason: reason || code,
      message: _(WATCH_MESSAGES.accessFailed),
      advice: networkProblem().advice,
      remedy: 'retry',
    };
  }
  return { reason, message, remedy: remedyFor(reason) };
}

/** Access that is not, or no longer, granted. */
export function accessProblem(access: { reason: string; message: string; endedAt?: unknown } | undefined): Problem {
  const message = access?.message || _(WATCH_MESSAGES.accessFailed);
  const remedy = access?.message ? remedyFor(access.reason) : 'retry';
  const advice = access?.endedAt
    ? { advice: _('Your time with this film has ended. Unlock it again to continue where you stopped.') }
    : {};
  return { reason: access?.reason || 'ACCESS', message, remedy, ...advice };
}

function remedyFor(reason: string): Problem['remedy'] {
  if (reason === 'WATCH_WINDOW_ENDED') return 'watch-again';
  if (reason === 'STREAMS_FULL' || reason === 'PLAYBACK_TAKEN') return 'take-over';
  return reason === 'UNLOCK_REQUIRED' ? 'unlock' : 'film-page';
}

export function signedOut(): Problem {
  return { reason: 'SIGNED_OUT', message: _(MEDIA_MESSAGES.playbackEnded), remedy: 'sign-in' };
}

export function networkProblem(): Problem {
  return {
    reason: 'NETWORK',
    message: _('The connection was lost.'),
    advice: _('Check your network and try again. You will continue where you stopped.'),
    remedy: 'retry',
  };
}

/** The network works, but the server does not answer properly. */
export function unavailableProblem(): Problem {
  return {
    reason: 'UNAVAILABLE',
    message: _('This film cannot be reached at the moment.'),
    advice: _('Try again in a moment. You will continue where you stopped.'),
    remedy: 'retry',
  };
}

export function damagedProblem(reason: string): Problem {
  return {
    reason,
    message: _('A part of this film could not be played.'),
    advice: _('Try again, or continue a little later in the film.'),
    remedy: 'retry',
  };
}

export function unplayableProblem(reason: string): Problem {
  return {
    reason,
    message: _('This browser cannot play this film.'),
    advice: _('Please try a current version of Chrome, Firefox, Safari or Edge.'),
    remedy: 'film-page',
  };
}

const TRANSIENT = ['Unavailable', 'DeadlineExceeded', 'ResourceExhausted', 'Canceled', 'Unknown', 'Internal'];

/** True for failures that may pass: the network, a restart, too many calls. */
export function isTransient(cause: unknown): boolean {
  return TRANSIENT.includes(refusalOf(cause).code);
}
