import type { DescMethod } from '@bufbuild/protobuf';
import { badRequests, type Changed, INVISIBLE, TOO_LONG } from './bad-values.ts';
import { type Answer, call, isBroken } from './call.ts';
import { leastCaller } from './callers.ts';
import { validRequest } from './requests.ts';
import { rowsAbout } from './rows-about.ts';
import { methods } from './running-services.ts';
import { openScene } from './scene.ts';

/** Texts that may be left empty, by the names of their fields. */
const OPTIONAL = new Set([
  ...[
    'bio',
    // A new award has none, and a selection no category.
    'awardId',
    // A new campaign has none, and leads to the page of its film; one that is gone is deleted already.
    'campaignId',
    'clickUrl',
    'companionText',
    // A showing that is not known counts nowhere.
    'showingId',
    'category',
    // A new photo has none.
    'path',
    'union',
    'url',
    'city',
    'state',
    'country',
    'language',
    'genre',
    'logLine',
    'message',
    'details',
    'role',
    'rating',
  ],
  ...['releaseDate', 'resolution', 'festivalId', 'festivalName', 'personId', 'filmId', 'query', 'cursor', 'diagnostic'],
  // Of an intent, which comes from an address.
  ...['returnTo', 'referrerId', 'invitationId', 'festivalSponsorshipCode'],
  // One of two names, addresses or browsers is enough.
  ...['userId', 'session', 'email', 'phoneNumber', 'digits'],
  // Of nobody: a session that is unknown is none, and one that plays a trailer is anybody's.
  ...['sessionToken', 'sessionTokens', 'sessionId', 'challengeId'],
  // Of the player: no subtitles is a choice, and an address without an id ends with its session alone.
  ...['textLanguage', 'audioLanguage', 'addressId'],
  // Removing what is not there changes nothing.
  'crewId',
  // Of nothing that is asked about, nothing is said.
  ...['filmIds', 'eventIds', 'assetIds', 'accountIds', 'staffNoticeIds', 'subjectIds'],
  // Who wrote to somebody may have closed their account.
  'senderId',
  // To who sent a report: none is fine.
  'note',
  // Of a row of a file that is imported, and the name of that file.
  ...['uri', 'watchedDay', 'fileName', 'listId'],
  'description',
  // Of a list: without one it is of all.
  ...['actorId', 'objectId'],
  // Only some were invited by mail, and a ticket goes to an address or to an account.
  ...['invitationToken', 'receipientId', 'giftId'],
  // Only shown to who paid; a process of before sends none.
  'itemTitle',
  // Of events and venues: a virtual event has no venue, a new venue no id yet.
  ...['description', 'address', 'venueId', 'preRollVideoUri', 'blockId', 'blockFilmId'],
  // Of an order that goes back: without a ticket it is all of it.
  'userTicketId',
  // Of the waiting room, where there is one.
  'admission',
  'promoCode',
  ...['filmUri', 'trailerUri', 'trailerThumbnailUri', 'posterUri'],
  // Of calls for submissions and what is submitted: what is new has no id yet, and who has no code gives none.
  ...['id', 'callId', 'categoryId', 'waiverCode', 'coverLetter', 'answer', 'questionId'],
]);
/** The same of one method, of fields that others need. */
const OPTIONAL_OF: Record<string, readonly string[]> = {
  // Without a playback it gives the keys themselves.
  'media.v1.PlaybackService/IssueLicence': ['playbackSessionId'],
};

/** Numbers, times and constants that are moved into their bounds, or ignored, by the names of their fields. */
const BOUNDED = new Set([
  ...['pageSize', 'positionMs', 'playedMs', 'timeMs', 'startMs', 'rebufferedMs'],
  // The clock of a door may say anything, and what it says that it has only decides what it is given.
  ...['doorTime', 'offsetMs', 'scansAfter', 'changesState'],
  ...['occurredAt', 'sentAt', 'playsFrom', 'expiresAt', 'since'],
  // A newer player may know more of them.
  'errors',
  // Another generation than the challenge has is one that ended.
  'generation',
]);

/** Reasons that are of one field each. */
const REASONS: Record<string, string> = {
  CURSOR_INVALID: 'cursor',
  REQUEST_ID_INVALID: 'requestId',
  CODE_INVALID: 'code',
};

/** What a film that does not exist is answered with, by film and by media. */
const FILM_MISSING = ['FILM_NOT_FOUND', 'ASSET_NOT_FOUND'];

/** Whatever is done with them, no row holds what is too long or cannot be seen. */
const UNSTORABLE = [TOO_LONG, INVISIBLE];

/** Codes of what is looked up and not found, or not as expected. */
const NOT_THERE = ['NotFound', 'FailedPrecondition', 'Aborted'];

/** Tests that what breaks a rule is refused by the name of its field, and never fails. */
export function testBadInput(): void {
  test.each(methods)(
    '%s refuses bad input by its name, and stores none of it [SYS-06:input]',
    async (_name, method) => {
      const unstorable = () => rowsAbout(method, UNSTORABLE);
      const stored = await unstorable();
      // What is accepted is looked for at once: the next request may overwrite it.
      const isStored = async () => (await unstorable()).length > stored.length;
      expect(await problemsOf(method, isStored)).toEqual([]);
      expect(await unstorable()).toEqual(stored);
    },
  );
}

async function problemsOf(method: DescMethod, isStored: () => Promise<boolean>): Promise<string[]> {
  const open = async () => {
    const scene = await openScene(method, leastCaller(method));
    const request = await validRequest(method, scene);
    return { scene, changes: badRequests(method.input, request) };
  };
  const problems: string[] = [];
  let { scene, changes } = await open();
  const ask = ({ name, request }: Changed) =>
    call(method, scene.calling(), name === 'requestId' ? request : { ...request, requestId: crypto.randomUUID() });
  let isUsed = false;
  for (let index = 0; index < changes.length; index += 1) {
    let changed = changes[index] as Changed;
    let answer = await ask(changed);
    // What was accepted before may have changed the world of the request.
    if (isUsed && answer.code !== 'OK' && answer.code !== 'InvalidArgument') {
      ({ scene, changes } = await open());
      changed = changes[index] as Changed;
      answer = await ask(changed);
      isUsed = false;
    }
    const isAccepted = answer.code === 'OK';
    isUsed ||= isAccepted;
    const isHeld = isAccepted && (changed.kind === 'too long' || changed.kind === 'invisible') && (await isStored());
    const problem = isHeld ? 'is stored' : problemWith(method, changed, answer);
    if (problem) problems.push(`${changed.path}, ${changed.kind}, ${problem}: ${answer.code} ${answer.reason}`);
  }
  return problems;
}

function problemWith(method: DescMethod, { kind, name, path }: Changed, answer: Answer): string | undefined {
  if (isBroken(answer)) return 'is a failure';
  if (answer.code === 'OK') {
    if (
      kind === 'empty' &&
      !OPTIONAL.has(name) &&
      !OPTIONAL_OF[`${method.parent.typeName}/${method.name}`]?.includes(name)
    )
      return 'is needed';
    const isNumber = kind === 'out of range' || kind === 'no such constant' || kind === 'too many';
    return isNumber && !BOUNDED.has(name) ? 'is accepted' : undefined;
  }
  if (name === 'filmId' && answer.code === 'NotFound' && !FILM_MISSING.includes(answer.reason)) return 'is not missing';
  if (NOT_THERE.includes(answer.code))
    return kind === 'no such constant' || kind === 'too many' ? 'is looked up' : undefined;
  if (answer.code !== 'InvalidArgument') return 'is refused by another code';
  if (REASONS[answer.reason] === name) return undefined;
  // The database refuses it, whatever it is in.
  if (kind === 'zero byte' && answer.reason === 'TEXT_INVALID') return undefined;
  const named = [...path.split('.'), ...(name.endsWith('Uri') ? ['assets'] : [])];
  const isNamed = answer.fields.some((field) => field.split('.').some((part) => named.includes(part)));
  return isNamed ? undefined : 'is not named';
}
