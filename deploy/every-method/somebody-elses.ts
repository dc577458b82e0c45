import type { DescMethod } from '@bufbuild/protobuf';
import { Audience, accessOf } from '@marquee/contracts/access';
import { isIdempotent, isRead } from '@marquee/contracts/idempotency';
import { ownerOf } from '@marquee/contracts/services';
import { viewers } from '@marquee/testing/viewers';
import { call } from './call.ts';
import { leastCaller } from './callers.ts';
import { type FilmState, TITLE } from './film-scene.ts';
import { validRequest } from './requests.ts';
import { rowsAbout } from './rows-about.ts';
import { methods } from './running-services.ts';
import { openScene } from './scene.ts';

/** Fields that name an object which belongs to somebody. */
const OWNED = /(^id|Ids?|Uri|^session)$/;

/** Names of what belongs to nobody, or to everybody, with the reason. */
const PUBLIC_NAMES: Record<string, string> = {
  requestId: 'made by the caller',
  'film festivalId': 'a maker says where a film was shown, as they say its title',
  payoutId: 'made by the caller',
  'CheckoutService attemptId': 'made by the caller',
  'CheckoutService methodId': 'a test of film’s holds that nobody pays with the card of another',
  showingId: 'of no account: who has the id of a showing may see its ad and report on it',
  importId: 'made by the caller; a test of film’s holds that nobody else undoes it',
  preRollVideoUri: 'an address outside',
  personId: 'everybody may name a person',
  'WaitingListService ticketTypeId': 'everybody may wait for what everybody may buy',
  receipientId: 'nobody where a ticket goes to an address; a test of festival’s holds that only connections get one',
  profileId: 'everybody may open a profile; who keeps theirs private is a matter of identity',
};

/** A challenge of another browser has expired as far as this one knows. */
const REFUSED = ['NotFound', 'PermissionDenied', 'FailedPrecondition'];
// Media, which asks film, calls both what is not there and what is hidden not found.
const FILM_REFUSED = ['FILM_NOT_AVAILABLE', 'FILM_NOT_YOURS', 'FILM_NOT_FOUND'];

const isFor = (method: DescMethod, ...audiences: Audience[]) =>
  audiences.includes(accessOf(method)?.audience ?? Audience.UNSPECIFIED);

function ownedFields(method: DescMethod): string[] {
  const names = method.input.fields.map(({ localName }) => localName);
  const isPublic = (name: string) =>
    [name, `${ownerOf(method.parent)} ${name}`, `${method.parent.name} ${name}`].some((one) => one in PUBLIC_NAMES);
  return names.filter((name) => OWNED.test(name) && !isPublic(name));
}

/** Each owned field alone, and all of them together. */
function choicesOf(method: DescMethod): string[][] {
  const names = ownedFields(method);
  return names.length > 1 ? [...names.map((name) => [name]), names] : [names];
}

// Staff work on everybody's objects, and services for everybody.
const cases = methods
  .filter(([, method]) => !isFor(method, Audience.STAFF, Audience.ADMIN, Audience.SERVICE))
  .filter(([, method]) => ownedFields(method).length > 0)
  .flatMap(([name, method]) => choicesOf(method).map((names) => [name, names.join(', '), method, names] as const));

/** Tests of calls that name what belongs to another account. */
export function testSomebodyElses(): void {
  test.each(cases)(
    "%s shows and changes nothing of somebody else's private %s [SYS-06:object] [STU-10] [FLM-09]",
    (_name, _label, method, names) => keepsApart(method, names, 'private'),
  );

  // Everybody sees a film that is released; only its creator and staff edit it.
  test.each(cases.filter(([, , method, names]) => isFor(method, Audience.PRO) && names.includes('filmId')))(
    "%s shows and changes nothing of somebody else's released %s [SYS-06:object] [STU-10]",
    (_name, _label, method, names) => keepsApart(method, names, 'released'),
  );

  const forMakers = methods.filter(([, method]) => isFor(method, Audience.PRO) && ownedFields(method).length > 0);
  test.each(forMakers)("%s works on everybody's objects for staff [SYS-06:object] [STU-10]", async (_name, method) => {
    const scene = await openScene(method, leastCaller(method));
    const request = await validRequest(method, scene);
    expect(await call(method, { viewer: viewers.staff() }, request)).toMatchObject({ code: 'OK' });
  });

  const filmReads = methods.filter(
    ([, method]) =>
      isRead(method) &&
      ownerOf(method.parent) === 'film' &&
      isFor(method, Audience.PUBLIC, Audience.SIGNED_IN) &&
      ownedFields(method).length > 0 &&
      // A playback belongs to its viewer alone, and a receipt to who paid.
      !ownedFields(method).some((name) => name === 'playbackSessionId' || name === 'orderId'),
  );
  test.each(filmReads)('%s shows a film that is not released to its creator and staff [FLM-09]', async (_n, method) => {
    const scene = await openScene(method, leastCaller(method), 'private');
    const request = await validRequest(method, scene);
    for (const viewer of [scene.owner, viewers.staff()]) {
      expect(await call(method, { viewer }, request)).toMatchObject({ code: 'OK' });
    }
  });
}

/** A valid request of one account that names in some fields what belongs to another. */
async function keepsApart(method: DescMethod, names: readonly string[], state: FilmState): Promise<void> {
  const caller = leastCaller(method);
  const own = await openScene(method, caller);
  const others = await openScene(method, caller, state);
  const theirRequest = await validRequest(method, others);
  const theirFields = Object.fromEntries(names.map((name) => [name, theirRequest[name]]));
  const request = { ...(await validRequest(method, own)), ...theirFields };
  const ids = [...own.ids(), ...others.ids()];
  const before = await rowsAbout(method, ids);

  const answer = await call(method, own.calling(), request);

  expect(await rowsAbout(method, ids)).toEqual(before);
  for (const theirs of [TITLE, others.owner.accountId]) expect(answer.text).not.toContain(theirs);
  // A list is empty, and what removes or counts has nothing to remove or count.
  if (answer.code === 'OK') expect(isIdempotent(method)).toBe(true);
  else if (answer.code === 'InvalidArgument') expect(names).toEqual(expect.arrayContaining(answer.fields));
  else {
    expect(REFUSED).toContain(answer.code);
    if (answer.reason.startsWith('FILM')) expect(FILM_REFUSED).toContain(answer.reason);
  }
}
