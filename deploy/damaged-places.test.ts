import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@marquee/data/ids';
import { filmService } from '@marquee/film/testing/film-service';
import { clientOfRequest } from '@marquee/gateway/client-of-request';
import type { GatewayConfig } from '@marquee/gateway/config';
import { placesCheck } from '@marquee/gateway/places-check';
import { recordedValues } from '@marquee/gateway/testing/recorded-values';
import { openPlaces } from '@marquee/geo/places';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { settingReports } from '@marquee/service/report-settings';
import { type StartCheck, untilSettingsRight } from '@marquee/service/start-checks';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { viewers } from '@marquee/testing/viewers';

/** A process that starts with a check of its places: why it was not ready, and whether the gauge says that they are wrong. */
async function startedWith(check: StartCheck<GatewayConfig>, config: Partial<GatewayConfig>) {
  const { read } = recordedValues();
  const problems: (string | undefined)[] = [];
  const report = settingReports({ report: (_setting, problem) => void problems.push(problem) });
  const stopping = new AbortController();
  atEnd(() => stopping.abort());
  const bound = { ...check, check: async () => check.check(config as GatewayConfig, {} as never) };
  // It starts, and is ready.
  await untilSettingsRight({ checks: [bound], log: silentLog, report, signal: stopping.signal });
  return {
    problems,
    isWrong: () => read('marquee_setting_wrong', { setting: 'GEO_DATABASE' }),
    checkInstead: (other: StartCheck<GatewayConfig>) => {
      bound.check = async () => other.check({} as GatewayConfig, {} as never);
    },
  };
}

async function damagedFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-places-'));
  atEnd(() => rm(folder, { recursive: true }));
  const damaged = join(folder, 'countries.mmdb');
  await writeFile(damaged, 'no places');
  return damaged;
}

test('a file of places that somebody names and that is damaged or missing keeps no gateway from starting, and the gauge of the alert says so [WAT-03]', async () => {
  for (const file of [await damagedFile(), '/nowhere/countries.mmdb']) {
    const { problems, isWrong, checkInstead } = await startedWith(placesCheck(), { GEO_DATABASE: file });
    await eventually(async () => expect(await isWrong()).toBe(1));
    expect(problems.filter(Boolean)).toEqual([]);
    expect(await openPlaces({ file, log: silentLog }).of('193.136.128.1')).toBeUndefined();
    checkInstead(placesCheck());
    await eventually(async () => (await isWrong()) === 0);
  }
});

test('where the file of countries is damaged, the site runs, a film that is limited to places is closed to all, and the gauge of the alert says so [WAT-03]', async () => {
  const damaged = await damagedFile();
  const { problems, isWrong, checkInstead } = await startedWith(placesCheck(damaged), {});
  await eventually(async () => expect(await isWrong()).toBe(1));
  expect(problems.filter(Boolean)).toEqual([]);

  const film = await filmService();
  const maker = film.maker();
  const [limited, open] = [await film.releasedFilm(maker), await film.releasedFilm(maker)];
  const limits = { allowedLocations: { values: [{ country: 'PT' }] } };
  await maker.studio.updateFilm({ requestId: newId(), filmId: limited, ...limits });
  const request = { headers: { 'x-forwarded-for': '193.136.128.1' }, socket: { remoteAddress: '127.0.0.1' } };
  const inPortugal = async (file?: string) => {
    const clientOf = clientOfRequest(openPlaces({ file, log: silentLog }), 1, 'language');
    const client = await clientOf(request as unknown as IncomingMessage);
    return film.as(viewers.movieLover(), { clientInfoBytes: encodeClientInfo(client) }).watch;
  };
  const lost = await inPortugal(damaged);
  const unavailable = { valid: false, reason: 'REGION_UNAVAILABLE' };
  expect((await lost.getFilmAccess({ filmId: limited })).access).toMatchObject(unavailable);
  await expect(lost.unlockFilm({ requestId: newId(), filmId: limited })).rejects.toMatchObject({
    reason: 'REGION_UNAVAILABLE',
  });
  await lost.unlockFilm({ requestId: newId(), filmId: open });
  await (await inPortugal()).unlockFilm({ requestId: newId(), filmId: limited });

  // A file that is replaced is found without a restart.
  checkInstead(placesCheck());
  await eventually(async () => (await isWrong()) === 0);
});
