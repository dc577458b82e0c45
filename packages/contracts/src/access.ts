import { type DescMethod, getOption, hasOption } from '@bufbuild/protobuf';
import { type Access, Audience, access, Permission, RateClass } from '../gen/access/v1/access_pb.js';

export type { Access };
export { Audience, RateClass };

const known = new WeakMap<DescMethod, { access: Access | undefined }>();

/**
 * Who may call the method, as its contract says; nothing when it does not say, and then nobody may. A method for staff
 * says as well which permission it needs.
 */
export function accessOf(method: DescMethod): Access | undefined {
  let found = known.get(method);
  if (!found) {
    // An option is decoded each time that it is asked for.
    found = { access: declaredAccess(method) };
    known.set(method, found);
  }
  return found.access;
}

function declaredAccess(method: DescMethod): Access | undefined {
  if (!hasOption(method, access)) return undefined;
  const declared = getOption(method, access);
  if (declared.audience === Audience.STAFF && declared.permission === Permission.UNSPECIFIED) return undefined;
  return declared.audience === Audience.UNSPECIFIED ? undefined : declared;
}

/** True for a method that only other services may call. */
export function isServiceOnly(method: DescMethod): boolean {
  const declared = accessOf(method);
  return declared === undefined || declared.audience === Audience.SERVICE;
}
