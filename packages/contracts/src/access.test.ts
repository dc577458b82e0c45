import type { DescMethod } from '@bufbuild/protobuf';
import { Audience, accessOf, isServiceOnly, RateClass } from './access.ts';
import { allServices, ownerOf } from './services.ts';

const methods = allServices().flatMap((service) => service.methods);
const nameOf = (method: DescMethod) => `${method.parent.typeName}/${method.name}`;
const named = (audience: Audience) => methods.filter((method) => accessOf(method)?.audience === audience);

// Whoever makes a method public says so here as well, where a reviewer sees it.
const PUBLIC_METHODS = [
  'film.v1.CatalogueService/CountPageView',
  'film.v1.CatalogueService/GetFeed',
  'film.v1.CatalogueService/GetFilm',
  'film.v1.CatalogueService/GetTrailer',
  'film.v1.CatalogueService/ListAwards',
  'film.v1.CatalogueService/ListCrew',
  'film.v1.CatalogueService/ListFilms',
  'film.v1.ReviewService/ListReviews',
  'film.v1.WatchService/GetFilmAccess',
  'identity.v1.AuthService/CheckEmailVerification',
  'identity.v1.AuthService/ConfirmLink',
  'identity.v1.AuthService/InspectLink',
  'identity.v1.AuthService/ResendChallenge',
  'identity.v1.AuthService/StartCreateAccount',
  'identity.v1.AuthService/StartLaunchSignIn',
  'identity.v1.AuthService/StartSignIn',
  'identity.v1.AuthService/VerifyCode',
  'identity.v1.AuthService/VerifyPhoneCode',
];

test('there are methods of every service', () => {
  expect(new Set(allServices().map(ownerOf))).toEqual(
    new Set(['film', 'identity', 'media', 'notification', 'realtime']),
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

test('what anybody may call is exactly this list [SYS-06]', () => {
  expect(named(Audience.PUBLIC).map(nameOf).sort()).toEqual(PUBLIC_METHODS);
});

test('methods of services name their callers, and no other method does [SYS-06]', () => {
  const services = new Set(['gateway', ...allServices().map(ownerOf)]);
  for (const method of methods) {
    const callers = accessOf(method)?.callers ?? [];
    expect([nameOf(method), callers.length > 0]).toEqual([nameOf(method), isServiceOnly(method)]);
    for (const caller of callers) expect([nameOf(method), services.has(caller)]).toEqual([nameOf(method), true]);
  }
});
