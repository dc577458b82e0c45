import { ConfigError } from '@marquee/runtime/config';
import { generateSigningKey, publicKeys } from '@marquee/runtime/keys';
import { createVerifier } from '@marquee/runtime/verifier';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { z } from 'zod';
import { defineService } from './define-service.ts';
import {
  type BoundCheck,
  callersCheck,
  refuseWrongSettings,
  SettingError,
  untilSettingsRight,
} from './start-checks.ts';

/** A check that fails until it becomes something else. */
function failing(setting: string, ifWrong: BoundCheck['ifWrong'], error = new Error('is missing')) {
  let found: Error | undefined = error;
  return {
    ...{ setting, ifWrong },
    check: async () => {
      if (found) throw found;
    },
    become: (next: Error | undefined) => {
      found = next;
    },
  };
}

/** Checks as a process runs them: what is wrong now, and what the log says. */
function watched(checks: readonly BoundCheck[], endAfterMs?: number) {
  const wrong = new Map<string, string>();
  const meant = new Map<string, BoundCheck['ifWrong']>();
  const recorded = recordingLog();
  const stopping = new AbortController();
  atEnd(() => stopping.abort());
  let isOver = false;
  const over = untilSettingsRight({
    ...{ checks, log: recorded.log, signal: stopping.signal },
    ...(endAfterMs !== undefined && { endAfterMs }),
    report(setting, problem, ifWrong) {
      meant.set(setting, ifWrong);
      if (problem === undefined) wrong.delete(setting);
      else wrong.set(setting, problem);
    },
  }).finally(() => {
    isOver = true;
  });
  over.catch(() => {});
  const means = (setting: string) => meant.get(setting);
  const said = () => recorded.lines().map(({ level, msg }) => `${level} ${msg}`);
  return {
    wrong: () => Object.fromEntries(wrong),
    means,
    said,
    over,
    isOver: () => isOver,
    stop: () => stopping.abort(),
  };
}

test('a process waits for what is wrong, says each finding once, and starts when all is right', async () => {
  const bucket = failing('S3_BUCKET', 'wait');
  const folder = failing('SCRATCH_DIR', 'wait', new Error('is full'));
  const { wrong, said, over, isOver } = watched([bucket, folder]);
  await eventually(() => expect(wrong()).toEqual({ S3_BUCKET: 'is missing', SCRATCH_DIR: 'is full' }));
  folder.become(undefined);
  bucket.become(new SettingError('S3_REGION', 'is another'));
  await eventually(() => expect(wrong()).toEqual({ S3_REGION: 'is another' }));
  expect(isOver()).toBe(false);
  bucket.become(undefined);
  await over;
  expect(wrong()).toEqual({});
  expect(said().sort()).toEqual([
    'error S3_BUCKET: is missing',
    'error S3_REGION: is another',
    'error SCRATCH_DIR: is full',
    'info S3_REGION is right now',
    'info SCRATCH_DIR is right now',
  ]);
});

test('a setting that is right from the start is not spoken of', async () => {
  const bucket = failing('S3_BUCKET', 'wait');
  bucket.become(undefined);
  const { said, over } = watched([bucket]);
  await over;
  expect(said()).toEqual([]);
});

test('a process ends for what no waiting mends, once that was said long enough, and for nothing else', async () => {
  const [program, bucket] = [failing('FFMPEG_PATH', 'end'), failing('S3_BUCKET', 'wait')];
  await expect(watched([program, bucket], 0).over).rejects.toEqual(new ConfigError('FFMPEG_PATH: is missing'));
  // Waits by the default, which is longer than any test.
  const later = watched([program]);
  await eventually(() => expect(later.wrong()).toEqual({ FFMPEG_PATH: 'is missing' }));
  program.become(undefined);
  await later.over;
  const waiting = watched([bucket], 0);
  await eventually(() => expect(waiting.wrong()).toEqual({ S3_BUCKET: 'is missing' }));
  bucket.become(undefined);
  await waiting.over;
});

test('a process starts without what it only warns of, and says when that is there', async () => {
  const mail = failing('SMTP_URL', 'warn');
  const { wrong, said, over } = watched([mail], 0);
  await over;
  await eventually(() => expect(wrong()).toEqual({ SMTP_URL: 'is missing' }));
  mail.become(undefined);
  await eventually(() => expect(said()).toEqual(['warn SMTP_URL: is missing', 'info SMTP_URL is right now']));
  expect(wrong()).toEqual({});
});

test('a process starts through an outage that a check tells apart, and is not ready once a setting was wrong behind it', async () => {
  const bucket = failing('S3_ENDPOINT', 'wait', new SettingError('S3_ENDPOINT', 'no answer', 'warn'));
  const { wrong, means, said, over } = watched([bucket]);
  await over;
  await eventually(() => expect(wrong()).toEqual({ S3_ENDPOINT: 'no answer' }));
  expect(means('S3_ENDPOINT')).toBe('warn');
  bucket.become(new SettingError('S3_BUCKET', 'is missing'));
  await eventually(() => expect(wrong()).toEqual({ S3_BUCKET: 'is missing' }));
  expect(means('S3_BUCKET')).toBe('wait');
  bucket.become(undefined);
  await eventually(() => expect(wrong()).toEqual({}));
  expect(said()).toEqual(['warn S3_ENDPOINT: no answer', 'error S3_BUCKET: is missing', 'info S3_BUCKET is right now']);
});

test('of two services with a setting of one name, the one that is wrong counts', async () => {
  const [first, second] = [failing('FFMPEG_PATH', 'wait'), failing('FFMPEG_PATH', 'wait', new Error('is another'))];
  const { wrong, over } = watched([first, second]);
  await eventually(() => expect(wrong()).toEqual({ FFMPEG_PATH: 'is missing' }));
  first.become(undefined);
  await eventually(() => expect(wrong()).toEqual({ FFMPEG_PATH: 'is another' }));
  second.become(undefined);
  await over;
  expect(wrong()).toEqual({});
});

test('a process that is asked to end looks no more', async () => {
  const { wrong, over, stop } = watched([failing('S3_BUCKET', 'wait')]);
  await eventually(() => expect(wrong()).toEqual({ S3_BUCKET: 'is missing' }));
  stop();
  await expect(over).rejects.toMatchObject({ name: 'AbortError' });
});

test('a site that is started by hand is refused for all that is wrong at once, and warned of the rest', async () => {
  const recorded = recordingLog();
  const checks = [failing('FFMPEG_PATH', 'end'), failing('SCRATCH_DIR', 'wait'), failing('SMTP_URL', 'warn')];
  await expect(refuseWrongSettings(checks, recorded.log)).rejects.toEqual(
    new ConfigError('FFMPEG_PATH: is missing; SCRATCH_DIR: is missing'),
  );
  await eventually(() => expect(recorded.said()).toEqual(['SMTP_URL: is missing']));
  for (const check of checks) check.become(undefined);
  await refuseWrongSettings(checks, recorded.log);
});

test('a service whose key is not known by its name is reported, also where the key is known by another', async () => {
  const [own, others] = [generateSigningKey(), generateSigningKey()];
  const verifier = createVerifier({
    viewerKeys: publicKeys(others),
    serviceKeys: { film: publicKeys(own), media: publicKeys(others) },
  });
  const film = defineService({
    ...{ name: 'film', summary: '', entry: '', config: z.object({}) },
    resources: (base) => base,
  });
  const asked = (serviceKey: typeof own) =>
    Promise.all(film.checks({}, { verifier, serviceKey }).map((one) => one.check()));
  await asked(own);
  await expect(asked(others)).rejects.toThrow('its public key is not in PUBLIC_KEYS');
});

test('a process without the public key of one that calls it is reported, with the name of each', async () => {
  const keys = publicKeys(generateSigningKey());
  const asked = (serviceKeys: Record<string, typeof keys>) =>
    callersCheck('film', ['gateway', 'media'], createVerifier({ viewerKeys: keys, serviceKeys })).check();
  await asked({ gateway: keys, media: keys });
  const refused = (names: string) => `it has no key of ${names}, so that film refuses their calls`;
  await expect(asked({ film: keys })).rejects.toThrow(refused('gateway, media'));
  await expect(asked({ gateway: keys, media: publicKeys() })).rejects.toThrow(refused('media'));
});
