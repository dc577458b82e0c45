import type { DescMethod } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { Audience, accessOf, isServiceOnly, RateClass } from './access.ts';
import { Permission, permits } from './permissions.ts';
import { allServices, ownerOf } from './services.ts';

const READ = MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
const methods = allServices().flatMap((service) => service.methods);
const nameOf = (method: DescMethod) => `${method.parent.typeName}/${method.name}`;
const named = (audience: Audience) => methods.filter((method) => accessOf(method)?.audience === audience);

test('there are methods of every service', () => {
  expect(new Set(allServices().map(ownerOf))).toEqual(
    new Set(['festival', 'film', 'identity', 'marketing', 'media', 'notification', 'realtime', 'rewards']),
  );
});

test.each(methods.map((method) => [nameOf(method), method] as const))(
  '%s declares who may call it, and how often [SYS-06]',
  (_name, method) => {
    const access = accessOf(method);
    expect(access?.audience).toBeGreaterThan(Audience.UNSPECIFIED);
    expect(access?.rateClass).toBeGreaterThan(RateClass.UNSPECIFIED);
  },
);

/** What the contract says of a method, in one line. */
function policyOf(method: DescMethod): string {
  const { rateClass = 0, stepUp, callers = [], permission = 0 } = accessOf(method) ?? {};
  const needs = permission && `for ${Permission[permission]}`;
  return [nameOf(method), RateClass[rateClass], stepUp && 'with step-up', needs, ...callers].filter(Boolean).join(' ');
}

// Opening a method to more people, or raising its limit, also changes the snapshot, where a reviewer sees it.
test('who may call each method, and how often, is what was reviewed [SYS-06]', () => {
  const audiences = Object.values(Audience).filter((value) => typeof value === 'number');
  const policies = audiences.map((audience) => [Audience[audience], named(audience).map(policyOf).sort()]);
  expect(Object.fromEntries(policies)).toMatchSnapshot();
});

test('what anybody may call and is no read is what a door sends with its credential, an event of an ad, a view of a page or profile, the refusal of mails, a browser’s own accounts, or sign-in, which identity counts by what is asked for [AUT-19:rates]', () => {
  const writes = named(Audience.PUBLIC).filter((method) => method.idempotency !== READ);
  const slack = writes.filter((method) => accessOf(method)?.rateClass !== RateClass.SENSITIVE);
  expect(slack.map(nameOf)).toEqual([
    'festival.v1.DoorService/SyncDoor',
    // By the id of a showing, which nobody can guess; each event counts once.
    'film.v1.AdService/RecordAdEvent',
    'film.v1.CatalogueService/CountPageView',
    'identity.v1.AuthService/StartSignIn',
    'identity.v1.AuthService/StartCreateAccount',
    'identity.v1.AuthService/StartLaunchSignIn',
    'identity.v1.AuthService/CheckEmailVerification',
    'identity.v1.AuthService/ResendChallenge',
    'identity.v1.AuthService/VerifyCode',
    'identity.v1.AuthService/VerifyPhoneCode',
    'identity.v1.AuthService/InspectLink',
    'identity.v1.AuthService/ConfirmLink',
    // By the cookies of the browser that asks, of which nothing can be guessed.
    'identity.v1.BrowserAccountService/SwitchAccount',
    'identity.v1.BrowserAccountService/SignOutAll',
    'identity.v1.PasskeyService/StartPasskeySignIn',
    'identity.v1.PasskeyService/SignInWithPasskey',
    'identity.v1.PasskeyService/StartPasskeyByLink',
    'identity.v1.PasskeyService/AddPasskeyByLink',
    'identity.v1.ProfileViewService/RecordProfileView',
    'notification.v1.InvitationMailService/SetInvitationMails',
  ]);
});

test('methods of services name their callers, and no other method does [SYS-06]', () => {
  const services = new Set(['gateway', ...allServices().map(ownerOf)]);
  for (const method of methods) {
    const callers = accessOf(method)?.callers ?? [];
    expect([nameOf(method), callers.length > 0]).toEqual([nameOf(method), isServiceOnly(method)]);
    for (const caller of callers) expect([nameOf(method), services.has(caller)]).toEqual([nameOf(method), true]);
  }
});

test('methods for staff name a permission, and no other method does [ADU-10:privilege]', () => {
  for (const method of methods) {
    const { audience, permission = Permission.UNSPECIFIED } = accessOf(method) ?? {};
    const isForStaff = audience === Audience.STAFF;
    expect([nameOf(method), permission !== Permission.UNSPECIFIED]).toEqual([nameOf(method), isForStaff]);
  }
});

test('what is about addresses, whole accounts, staff and settings is for SUPER-USER alone [ADU-10:privilege]', () => {
  const all = Object.values(Permission).filter((value): value is Permission => Number(value) > 0);
  const allowed = (...roles: string[]) => all.filter((permission) => permits(roles, permission));
  expect(allowed('SUPER_USER')).toEqual(all);
  expect(all.filter((permission) => !allowed('ADMIN').includes(permission))).toEqual([
    ...[Permission.SEE_ADDRESSES, Permission.DELETE_USERS, Permission.MANAGE_STAFF],
    ...[Permission.CHANGE_SETTINGS, Permission.REFUND_ORDERS],
  ]);
  expect(allowed('ADMIN', 'SUPER_USER')).toEqual(all);
  expect(allowed('MOVIE_LOVER')).toEqual([]);
  expect(allowed()).toEqual([]);
});

test('deleting, banning, paying back and changing settings ask staff for their passkey again [AUT-17:step-up]', () => {
  const ends = /^(Delete|Remove|Ban|Unban|Refund|SaveSetting|RollBackSetting|ChangeFilmOwner)/;
  const dangerous = methods.filter((method) => accessOf(method)?.audience === Audience.STAFF && ends.test(method.name));
  expect(dangerous.length).toBeGreaterThan(10);
  expect(dangerous.filter((method) => !accessOf(method)?.stepUp).map(nameOf)).toEqual([]);
});
