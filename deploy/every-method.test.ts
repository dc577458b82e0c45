import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  create,
  type DescField,
  type DescMessage,
  type DescMethod,
  type Message,
  toJsonString,
} from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { Audience, accessOf } from '@marquee/contracts/access';
import { CrewService, StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { allServices, ownerOf } from '@marquee/contracts/services';
import { newId } from '@marquee/data/ids';
import { loadConfig } from '@marquee/runtime/config';
import { freePorts } from '@marquee/runtime/free-ports';
import { signingKeyToPem } from '@marquee/runtime/keys';
import type { Viewer } from '@marquee/runtime/viewer';
import { type Member, type RunningServices, runServices } from '@marquee/service/run-services';
import { makeSecret, secretsOf } from '@marquee/service/secret';
import { isIdempotent } from '@marquee/service/use-case';
import { cleanUp } from '@marquee/testing/cleanup';
import { clientFor, RpcError } from '@marquee/testing/client-for';
import { viewerKey } from '@marquee/testing/test-keys';
import { testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { isHelper } from './databases.ts';
import { services } from './services.ts';

/** Fields that name something of the other maker. */
const KNOWN_IDS = ['filmId', 'crewId', 'accountId'];
const START_MS_MAX = 60_000;
const TEST_MS_MAX = 120_000;

// What holds for every method, of every service with a database; a new one is covered by being in the contracts.
const declared = services.filter((service) => service.database && !isHelper(service));
const methods = allServices()
  .filter((service) => declared.some(({ name }) => name === ownerOf(service)))
  .flatMap((service) => service.methods)
  .filter(({ methodKind }) => methodKind === 'unary')
  .map((method) => [`${method.parent.typeName}/${method.name}`, method] as const);

let running: RunningServices;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-methods-'));
  const ports = await freePorts(declared.length);
  const portOf = (name: string) => ports[declared.findIndex((service) => service.name === name)] ?? 0;
  const addresses = Object.fromEntries(declared.map(({ name }) => [name, `127.0.0.1:${portOf(name)}`]));
  const members = declared.map(async (service): Promise<Member> => {
    const secrets = Object.entries(secretsOf(service.config)).map(([name, kind]) => [
      name,
      kind === 'viewerKey' ? signingKeyToPem(viewerKey) : makeSecret(kind),
    ]);
    const config = loadConfig(service.config, {
      ...Object.fromEntries(secrets),
      ...{ PATH: process.env.PATH, PUBLIC_URL: 'http://localhost:3000', DEV_INBOX: '1', TRANSCODE_WORKER: '0' },
      ...{ UPLOADS_DIR: join(folder, 'uploads'), SCRATCH_DIR: join(folder, 'scratch') },
    });
    const platform = await testPlatform(service.name, { addresses });
    return { service, config, platform: { ...platform, port: portOf(service.name) } };
  });
  running = await runServices(await Promise.all(members));
  await makeFilmOfAnother();
}, START_MS_MAX);

// They close before the databases that they work on.
afterAll(async () => {
  await running.drain();
  await rm(folder, { recursive: true, force: true });
  await cleanUp();
}, START_MS_MAX);

type Answer = { code: Code | 'OK'; reason: string; fields: string[]; text: string };

async function call(method: DescMethod, viewer: Viewer, request: Message): Promise<Answer> {
  const server = running.get(ownerOf(method.parent));
  if (!server) throw new Error(`${ownerOf(method.parent)} does not run`);
  const client = clientFor(server, method.parent, viewer) as Record<string, (request: Message) => Promise<Message>>;
  try {
    const answer = await client[method.localName]?.(request);
    return { code: 'OK', reason: '', fields: [], text: answer ? toJsonString(method.output, answer) : '' };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const fields = error.fields.map(({ field }) => field);
    return {
      code: error.code,
      reason: error.reason,
      fields,
      text: `${error.message} ${JSON.stringify(error.metadata)}`,
    };
  }
}

/** Everybody who might call; each call is another person, so that nobody runs into limits. */
const callers: Record<string, () => Viewer> = {
  visitor: viewers.visitor,
  'movie lover': () => viewers.movieLover(),
  pro: () => viewers.entertainmentPro(),
  director: () => viewers.entertainmentPro({ directs: true }),
  staff: () => viewers.staff(),
  admin: () => viewers.admin(),
  gateway: () => viewers.service('gateway'),
  identity: () => viewers.service('identity'),
  film: () => viewers.service('film'),
  media: () => viewers.service('media'),
  notification: () => viewers.service('notification'),
};

const ALLOWED: Partial<Record<Audience, readonly string[]>> = {
  [Audience.SIGNED_IN]: ['movie lover', 'pro', 'director', 'staff', 'admin'],
  [Audience.PRO]: ['pro', 'director', 'staff', 'admin'],
  [Audience.DIRECTOR]: ['director', 'staff', 'admin'],
  [Audience.STAFF]: ['staff', 'admin'],
  [Audience.ADMIN]: ['admin'],
};

/** The reasons that the access policy gives, and no use case. */
const REFUSALS = new Set(['SIGN_IN_NEEDED', 'FORBIDDEN', 'SERVICES_ONLY', 'STEP_UP_NEEDED']);

function mayCall(method: DescMethod, caller: string): boolean {
  const access = accessOf(method);
  if (!access || access.stepUp) return false;
  if (access.audience === Audience.PUBLIC) return true;
  if (access.audience === Audience.SERVICE) return access.callers.includes(serviceOf(caller));
  return ALLOWED[access.audience]?.includes(caller) ?? false;
}

/** Who calls for a viewer: the gateway, whose proxy passes no method of services on to browsers. */
function serviceOf(caller: string): string {
  const viewer = callers[caller]?.();
  return viewer?.kind === 'service' ? viewer.service : 'gateway';
}

const empty = (method: DescMethod) => create(method.input);
const isBroken = ({ code }: Answer) => code === Code.Internal || code === Code.Unknown || code === Code.DataLoss;

test.each(methods)(
  '%s lets those call whom its contract names, and nobody else [SYS-06:access]',
  async (_name, method) => {
    for (const [caller, viewer] of Object.entries(callers)) {
      const answer = await call(method, viewer(), empty(method));
      // Before anything else is looked at, so that a refusal says nothing of what there is.
      expect([caller, REFUSALS.has(answer.reason)]).toEqual([caller, !mayCall(method, caller)]);
      expect([caller, isBroken(answer), answer]).toEqual([caller, false, answer]);
    }
  },
  TEST_MS_MAX,
);

/** Somebody who may call the method. */
function allowed(method: DescMethod): Viewer {
  const [name] = Object.keys(callers).filter((caller) => mayCall(method, caller));
  const viewer = name && callers[name];
  if (!viewer) throw new Error(`nobody may call ${method.name}`);
  return viewer();
}

const hasRequestId = (method: DescMethod) => method.input.fields.some(({ localName }) => localName === 'requestId');

test.each(methods.filter(([, method]) => !isIdempotent(method)))(
  '%s may not be called without a request id [SYS-06:request-id]',
  async (_name, method) => {
    expect(hasRequestId(method)).toBe(true);
    const answer = await call(method, allowed(method), empty(method));
    expect(answer).toMatchObject({ code: Code.InvalidArgument, fields: ['requestId'] });
  },
);

test.each(methods.filter(([, method]) => hasRequestId(method)))(
  '%s answers a repeated request as it did the first time, and refuses another one under its id [SYS-06:request-id]',
  async (_name, method) => {
    const viewer = allowed(method);
    const request = sample(method, { requestId: newId() });
    const first = await call(method, viewer, request);
    const again = await call(method, viewer, request);
    expect(again).toEqual(first);
    if (first.code !== 'OK') return;
    const other = changed(method, request);
    if (other) expect((await call(method, viewer, other)).reason).toBe('REQUEST_ID_REUSED');
  },
);

/** Values that break some rule of somebody: too long, too many, too late, no text, no number, no such constant. */
const TOO_LONG = 'x'.repeat(300_000);
const badTexts = [TOO_LONG, '\u0000', '\u202e<script>', '../../etc/passwd', '%', "'; --", '\ud800'];
const badNumbers = [-1, 2_147_483_647, -2_147_483_648];
const badDoubles = [Number.NaN, Number.POSITIVE_INFINITY, -1e308];

function badValues(field: DescField): unknown[] {
  if (field.fieldKind === 'enum') return [2_147_483_647, -1];
  if (field.fieldKind === 'list' && field.listKind === 'scalar') return [Array(5_000).fill('x')];
  if (field.fieldKind === 'message' && field.message.typeName === 'google.protobuf.Timestamp') {
    return [
      { seconds: 253_402_300_799n, nanos: 999_999_999 },
      { seconds: -62_135_596_800n, nanos: 0 },
    ];
  }
  if (field.fieldKind !== 'scalar') return [];
  switch (field.scalar) {
    case 9:
      return badTexts.filter((text) => text.isWellFormed());
    case 1:
    case 2:
      return badDoubles;
    case 5:
    case 13:
      return field.scalar === 13 ? badNumbers.filter((number) => number >= 0) : badNumbers;
    case 3:
      return [-1n, 9_223_372_036_854_775_807n];
    case 4:
      return [18_446_744_073_709_551_615n];
    default:
      return [];
  }
}

test.each(methods)(
  '%s answers bad input with a refusal, never with a failure [SYS-06:input]',
  async (_name, method) => {
    for (const field of method.input.fields) {
      if (field.oneof) continue;
      for (const value of badValues(field)) {
        const request = sample(method, { requestId: newId(), [field.localName]: value });
        const answer = await call(method, allowed(method), request);
        const what = `${field.localName}=${String(JSON.stringify(value, noBigInts)).slice(0, 40)}`;
        expect([what, isBroken(answer), answer.reason]).toEqual([what, false, answer.reason]);
        // A search may cut what it is asked for; nothing of this length is ever written.
        if (value === TOO_LONG && isWriteOfAccounts(method)) expect([what, answer.code]).not.toEqual([what, 'OK']);
      }
    }
  },
  TEST_MS_MAX,
);

const TITLE = 'A Title That Nobody Else May Read';
const known: Record<string, string> = {};

/** A film that is not published, with a crew, of a maker who is nobody else. */
async function makeFilmOfAnother(): Promise<void> {
  const maker = viewers.entertainmentPro();
  const server = running.get('film');
  if (!server) throw new Error('film does not run');
  const studio = clientFor(server, StudioService, maker);
  const { film } = await studio.createFilm({ requestId: newId(), filmTitle: TITLE, projectType: 1 });
  known.filmId = film?.film?.id ?? '';
  known.accountId = maker.accountId;
  const crew = clientFor(server, CrewService, maker);
  const { entry } = await crew.addCrew({
    ...{ requestId: newId(), filmId: known.filmId, credit: 'Writer' },
    ...{ firstName: 'Ada', lastName: 'Lovelace' },
  });
  known.crewId = entry?.id ?? '';
}

/** Identifiers by the names of fields; what is not known is nobody's. */
function idFor(name: string): string | undefined {
  if (!/(^id|Ids?|Uri)$/.test(name) || name === 'requestId') return undefined;
  return known[name] ?? newId();
}

/** A request that names the other maker's film and the like, with plain values for all else. */
function sample(method: DescMethod, given: Record<string, unknown> = {}): Message {
  return create(method.input, { ...plainValues(method.input), ...given } as never);
}

function plainValues(message: DescMessage): Record<string, unknown> {
  const values = message.fields.flatMap((field): [string, unknown][] => {
    if (field.oneof || field.localName === 'cursor') return [];
    if (field.fieldKind === 'enum') return [[field.localName, field.enum.values[1]?.number ?? 0]];
    if (field.fieldKind !== 'scalar') return [];
    if (field.scalar === 9) return [[field.localName, idFor(field.localName) ?? 'text']];
    return field.scalar === 5 ? [[field.localName, 1]] : [];
  });
  return Object.fromEntries(values);
}

/** The same request with one text or number changed. */
function changed(method: DescMethod, request: Message): Message | undefined {
  const field = method.input.fields.find(
    (candidate) => candidate.fieldKind === 'scalar' && candidate.scalar === 9 && candidate.localName !== 'requestId',
  );
  return field && create(method.input, { ...request, [field.localName]: newId() } as never);
}

test.each(methods.filter(([, method]) => method.input.fields.some(({ localName }) => KNOWN_IDS.includes(localName))))(
  "%s shows and changes nothing of somebody else's unpublished film [SYS-06:object]",
  async (_name, method) => {
    for (const caller of ['visitor', 'movie lover', 'pro']) {
      if (!mayCall(method, caller)) continue;
      const answer = await call(
        method,
        callers[caller]?.() ?? viewers.visitor(),
        sample(method, { requestId: newId() }),
      );
      expect([caller, answer.text.includes(TITLE), answer.text]).toEqual([caller, false, answer.text]);
      // A write is refused. A read of one film is too, and a list of the caller's own is empty.
      if (isWriteOfAccounts(method)) expect([caller, answer.code]).not.toEqual([caller, 'OK']);
      if (answer.code === 'OK') expect([caller, answer.text.includes(known.filmId ?? '')]).toEqual([caller, false]);
    }
  },
);

/** A write that is not for services, and not for everybody: a public one answers alike whatever there is. */
function isWriteOfAccounts(method: DescMethod): boolean {
  const audience = accessOf(method)?.audience;
  const isRead = method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
  return !isRead && audience !== Audience.PUBLIC && audience !== Audience.SERVICE;
}

const noBigInts = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
