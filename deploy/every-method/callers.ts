import type { DescMethod } from '@bufbuild/protobuf';
import { type Access, Audience, accessOf } from '@marquee/contracts/access';
import { Permission, permits } from '@marquee/contracts/permissions';
import { BROWSER_CALLER } from '@marquee/contracts/services';
import type { Viewer } from '@marquee/runtime/viewer';
import { serviceNames } from '@marquee/testing/test-keys';
import { viewers } from '@marquee/testing/viewers';

const PROVEN = 'staff with a passkey';

/** Everybody who might call, each time another person. */
export const callers: Readonly<Record<Caller, () => Viewer>> = {
  visitor: viewers.visitor,
  'movie lover': () => viewers.movieLover(),
  pro: () => viewers.entertainmentPro(),
  director: () => viewers.director(),
  staff: () => viewers.staff(),
  admin: () => viewers.admin(),
  // Just now by the clock of any service.
  [PROVEN]: () => viewers.staff({ steppedUpAt: new Date(8.64e15) }),
  ...Object.fromEntries([BROWSER_CALLER, ...serviceNames].map((name) => [name, () => viewers.service(name)])),
};

export type Caller = string;
export const callerNames: readonly Caller[] = Object.keys(callers);

const ALLOWED: Partial<Record<Audience, readonly Caller[]>> = {
  [Audience.PUBLIC]: callerNames,
  [Audience.SIGNED_IN]: ['movie lover', 'pro', 'director', 'staff', 'admin', PROVEN],
  [Audience.PRO]: ['pro', 'director', 'staff', 'admin', PROVEN],
  [Audience.DIRECTOR]: ['director', 'staff', 'admin', PROVEN],
  [Audience.STAFF]: ['staff', 'admin', PROVEN],
  [Audience.ADMIN]: ['admin'],
};

export function mayCall(method: DescMethod, caller: Caller): boolean {
  const access = accessOf(method);
  if (!access || (access.stepUp && caller !== PROVEN)) return false;
  if (access.audience === Audience.SERVICE) return access.callers.includes(serviceOf(caller));
  return (ALLOWED[access.audience]?.includes(caller) ?? false) && hasPermission(access, caller);
}

/** What the table of roles and permissions says of the caller's role. */
function hasPermission({ permission }: Access, caller: Caller): boolean {
  if (permission === Permission.UNSPECIFIED) return true;
  const viewer = viewerOf(caller);
  return viewer.kind === 'account' && permits(viewer.roles, permission);
}

/** Another person, or the service, of this name. */
export function viewerOf(caller: Caller): Viewer {
  const make = callers[caller];
  if (!make) throw new Error(`there is no caller ${caller}`);
  return make();
}

/** Who calls for a viewer: the gateway, whose proxy passes no method of services on to browsers. */
function serviceOf(caller: Caller): string {
  const viewer = viewerOf(caller);
  return viewer.kind === 'service' ? viewer.service : BROWSER_CALLER;
}

/** Those for whom the method is: services call public methods on nobody's behalf. */
export function intendedCallers(method: DescMethod): Caller[] {
  const isForServices = accessOf(method)?.audience === Audience.SERVICE;
  const isService = (caller: Caller) => viewerOf(caller).kind === 'service';
  return callerNames.filter((caller) => mayCall(method, caller) && isService(caller) === isForServices);
}

/** The least of those who may call the method. */
export function leastCaller(method: DescMethod): Caller {
  const [caller] = intendedCallers(method);
  if (!caller) throw new Error(`nobody may call ${method.name}`);
  return caller;
}

export function hasRequestId(method: DescMethod): boolean {
  return method.input.fields.some(({ localName }) => localName === 'requestId');
}
