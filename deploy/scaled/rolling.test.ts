// @requires kafka
// @requires redis
// @requires s3
// @requires ffmpeg
// @inputs deploy scripts demo services gateway web admin packages proto tsconfig.base.json

import { randomUUID } from 'node:crypto';
import { promises as dns } from 'node:dns';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathJoin } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { openKafkaClient } from '@marquee/events/kafka-client';
import { newCall, runInCall } from '@marquee/runtime/context';
import { signingKeyFromPem } from '@marquee/runtime/keys';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import pg from 'pg';
import { type RealComponents, runMigrations, startComponents } from './components.ts';
import { hostOf, openScaledSite, type Replica, type ScaledSite } from './processes.ts';
import { type Browser, type Ingress, openIngress } from './testing/ingress.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';
import { signUp } from './testing/newcomer.ts';
import { createEndpoints, type Endpoints, join, nameOf, replace } from './testing/rolling-update.ts';
import { putSegment, type Segment } from './testing/segment.ts';
import { openSlowUpload } from './testing/slow-upload.ts';
import { under } from './testing/under-load.ts';

const TEST_MS_MAX = 300_000;
const CALLERS = 3;
const DRAIN_DELAY_MS = 1_500;
const CALL_MS_MAX = 10_000;

let dir: string;
let components: RealComponents;
let site: ScaledSite;
let endpoints: Endpoints;
let mails: MailServer;

beforeAll(async () => {
  dir = await mkdtemp(pathJoin(tmpdir(), 'marquee-rolling-'));
  [components, mails] = await Promise.all([startComponents(dir), startMailServer()]);
  const names = pathJoin(dir, 'names.json');
  endpoints = createEndpoints(names);
  site = await openScaledSite({
    dir,
    components,
    nameOf,
    environment: {
      DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
      TRUSTED_PROXIES: '1',
      SIGN_IN_LIMITS_SCALE: '100',
      NAMES_FILE: names,
      NODE_OPTIONS: `--import ${pathJoin(import.meta.dirname, 'testing', 'cluster-names.ts')}`,
    },
    processEnvironment: { notification: { DEV_INBOX: '0', SMTP_URL: mails.url } },
  });
  const migrated = await runMigrations(components);
  expect([migrated.code, migrated.output]).toEqual([0, expect.anything()]);
  const first: Replica[] = ['identity', 'media', 'notification', 'film', 'film@2', 'gateway', 'gateway@2'];
  await Promise.all(first.map((replica) => join(site, endpoints, replica)));
  const { lookup } = dns;
  jest.spyOn(dns, 'lookup').mockImplementation((async (name: string, options: object) => {
    const known = (JSON.parse(await readFile(names, 'utf8')) as Record<string, string[]>)[name];
    return known?.map((address) => ({ address, family: 4 })) ?? lookup(name, options);
  }) as never);
}, TEST_MS_MAX);

afterAll(async () => {
  jest.restoreAllMocks();
  await site?.stop();
  await Promise.all([components?.stop(), mails?.stop()]);
  await rm(dir, { recursive: true, force: true });
}, TEST_MS_MAX);

/** Creates a film as a new maker, with the gRPC client that services use. */
function writer(host = nameOf('film')) {
  const key = (name: string, variable: string) =>
    signingKeyFromPem(readFileSync(pathJoin(dir, 'keys', name, variable), 'utf8'));
  const viewerKey = key('identity', 'VIEWER_SIGNING_KEY');
  const transport = grpcTransport({
    address: `${host}:${site.port('film')}`,
    service: 'gateway',
    callee: 'film',
    serviceKey: key('gateway', 'SERVICE_SIGNING_KEY'),
    defaultTimeoutMs: CALL_MS_MAX,
  });
  const studio = createClient(StudioService, transport);
  const write = async () => {
    const viewer = {
      ...{ accountId: randomUUID(), sessionId: randomUUID(), roles: [], talents: [], onboarding: false },
      ...{ consumerType: 'ENTERTAINMENT_PRO' as const, accountType: 'INDIVIDUAL' as const },
    };
    const { token } = issueViewerToken(viewerKey, viewer, new Date());
    const call = newCall({ viewerToken: token });
    const { film } = await runInCall(call, () =>
      studio.createFilm({ requestId: randomUUID(), filmTitle: 'A film', projectType: ProjectType.SHORT }),
    );
    return film?.film?.id ?? 'no film';
  };
  return { write, close: () => transport.close() };
}

test(
  'both replicas of film are replaced under load: no write fails, and each takes effect once [SYS-02:rolling]',
  async () => {
    const { write, close } = writer();
    const codes: (number | null)[] = [];
    const load = await under(Array(CALLERS).fill(write), [
      async () => codes.push(await replace(site, endpoints, 'film', 'film@3')),
      async () => codes.push(await replace(site, endpoints, 'film@2', 'film@4')),
    ]);
    close();
    expect(load.failed).toEqual([]);
    expect(codes).toEqual([0, 0]);
    const client = new pg.Client({ connectionString: components.databaseUrl('film') });
    await client.connect();
    const { rows } = await client.query('SELECT id FROM films');
    await client.end();
    expect(rows.map(({ id }) => id).sort()).toEqual(load.succeeded.flat().sort());
  },
  TEST_MS_MAX,
);

/** A signed-in viewer who loads the front page, the films and their profile, and plays. */
async function visitor(browser: Browser, segment: Segment) {
  const { accountId } = await signUp(browser, mails);
  return async () => {
    const page = await browser.send('/');
    if (page.status !== 200) throw new Error(`the front page: ${page.status} ${page.text}`);
    await browser.call('film.v1.CatalogueService/ListFilms', {});
    const { user } = await browser.call<{ user?: { id: string } }>('identity.v1.ProfileService/GetCurrentUser', {});
    if (user?.id !== accountId) throw new Error(`${accountId} is taken for ${user?.id}`);
    const played = await browser.send(segment.path);
    if (!played.bytes.equals(segment.bytes))
      throw new Error(`a segment: ${played.status} ${played.text.slice(0, 100)}`);
    return page.from;
  };
}

/** A maker on a slow line. */
async function uploader(browser: Browser) {
  await signUp(browser, mails);
  const update = (fields: object) =>
    browser.call('identity.v1.ProfileService/UpdateProfile', { requestId: randomUUID(), ...fields });
  await update({ consumerType: 'CONSUMER_TYPE_ENTERTAINMENT_PRO', type: 'ACCOUNT_TYPE_INDIVIDUAL' });
  return openSlowUpload(browser);
}

/** The people who use the site while its processes are replaced. */
async function everybody(ingress: Ingress) {
  const segment = await putSegment(dir, components);
  const visitors = Array.from({ length: CALLERS }, () => visitor(ingress.browser(), segment));
  const [upload, ...visits] = await Promise.all([uploader(ingress.browser()), ...visitors]);
  const newcomer = async () => (await signUp(ingress.browser(), mails)).email;
  return { upload, works: [newcomer, upload.sendPiece, ...visits] };
}

test(
  'every serving process is replaced while people sign in, browse, play and upload: no request fails [SYS-02:rolling]',
  async () => {
    const port = site.port('gateway');
    const ingress = openIngress({ url: site.url, port, hosts: () => endpoints.hosts('gateway') });
    const { upload, works } = await everybody(ingress);
    const codes: (number | null)[] = [];
    const replaced = async (...pairs: [Replica, Replica][]) =>
      codes.push(...(await Promise.all(pairs.map(([old, next]) => replace(site, endpoints, old, next)))));
    const load = await under(works, [
      () => replaced(['gateway', 'gateway@3'], ['identity', 'identity@2'], ['notification', 'notification@2']),
      () => replaced(['gateway@2', 'gateway@4'], ['film@3', 'film@5'], ['media', 'media@2']),
    ]);
    expect(load.failed).toEqual([]);
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    const [newcomers = [], , ...visits] = load.succeeded;
    expect([...new Set(visits.flat())].sort()).toEqual([1, 2, 3, 4].map((host) => `127.0.0.${host}`));
    expect(newcomers.map((email) => mails.to(email).length)).toEqual(newcomers.map(() => 1));
    expect(await upload.arrived()).toBe(upload.acknowledged());
    ingress.close();
  },
  TEST_MS_MAX,
);

/** The members of film's consumer groups at the broker. */
async function groupsOfFilm() {
  const connection = { brokers: components.kafka.brokers, clientId: 'rolling test', log: silentLog };
  const client = openKafkaClient(connection, { requestTimeoutMs: CALL_MS_MAX, retry: { retries: 4 } });
  const admin = client.kafka.admin();
  await admin.connect();
  const members = async () => {
    const listed = await admin.listGroups();
    const { groups } = await admin.describeGroups(listed.groups.map(({ groupId }) => groupId));
    // A process tails the changes of settings in a group of its own.
    const shared = groups.filter(({ groupId }) => !groupId.includes('tail.'));
    return shared.flatMap(({ groupId, members }) =>
      members.filter(({ clientId }) => clientId === 'film').map(({ memberId }) => ({ groupId, memberId })),
    );
  };
  return { members, close: () => admin.disconnect() };
}

test(
  'after SIGTERM a process reports that it drains and keeps serving, and leaves its consumer groups before it ends [SYS-02:drain]',
  async () => {
    const { members, close } = await groupsOfFilm();
    const leaving = writer(hostOf('film@5'));
    await leaving.write();
    // The replaced processes have left; both running ones are in each group.
    const before = await members();
    const groups = new Set(before.map(({ groupId }) => groupId));
    expect(groups.size).toBeGreaterThan(0);
    expect(before.length).toBe(2 * groups.size);

    const ended = site.end('film@5');
    const readiness = () => site.probe('film@5', '/readyz');
    await eventually(async () => (await readiness()).status === 503);
    expect(await leaving.write()).toMatch(/^[\da-f-]{36}$/);
    expect(await site.probe('film@5', '/livez')).toEqual({ status: 200, text: 'ok\n' });
    expect(await readiness()).toEqual({ status: 503, text: 'drain: draining\n' });
    expect(await ended).toBe(0);

    // The broker keeps a member that did not leave for ten seconds.
    const after = await members();
    expect(after.map(({ groupId }) => groupId).sort()).toEqual([...groups].sort());
    expect(before).toEqual(expect.arrayContaining(after));
    leaving.close();
    await close();
  },
  TEST_MS_MAX,
);
