import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '@marquee/runtime/config';
import type { Logger } from '@marquee/runtime/log';
import type { Platform } from './platform.ts';

/** What a check may use beside the configuration. */
export type CheckPlatform = Pick<Platform, 'verifier' | 'serviceKey'>;

/** A setting that no schema can judge, since only what it names shows whether it is right: a program, a folder, a key. */
export type StartCheck<Config> = {
  /** The variable, as the log, /readyz and the alert SettingWrong name it. */
  setting: string;
  /**
   * `wait`: the process is not ready, and starts when it is right. `end`: the same, but no waiting mends it, so that the
   * process ends after END_AFTER_MS; a restart reads the settings again. `warn`: the process starts.
   */
  ifWrong: 'wait' | 'end' | 'warn';
  /** @throws Error that says what is wrong, never with the value of a secret; a `SettingError` names another setting */
  check(config: Config, platform: CheckPlatform): Promise<void> | void;
};

/** A check with what it looks at. */
export type BoundCheck = Pick<StartCheck<unknown>, 'setting' | 'ifWrong'> & { check(): Promise<void> };

/** What a check has found where its own setting and `ifWrong` do not say it: another setting, or what may pass. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
  readonly setting: string;
  readonly ifWrong: BoundCheck['ifWrong'] | undefined;

  constructor(setting: string, problem: string, ifWrong?: BoundCheck['ifWrong']) {
    super(problem);
    this.setting = setting;
    this.ifWrong = ifWrong;
  }
}

type Wrong = Pick<BoundCheck, 'setting' | 'ifWrong'> & { problem: string };

/** Long enough for several scrapes and the alert. */
export const END_AFTER_MS = 120_000;
const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 10_000;

/**
 * Resolves once nothing that keeps the process from starting is wrong. Each finding is a line in the log, and `report`
 * hears what is wrong with a setting, or nothing, whenever that changes. What is only warned of is asked for again until
 * it is right, also while the process runs: only then can it be seen that it is wrong after all.
 *
 * @throws ConfigError when a setting that no waiting mends was wrong for `endAfterMs`; the signal's reason when stopped
 */
export async function untilSettingsRight(options: {
  checks: readonly BoundCheck[];
  log: Logger;
  report(setting: string, problem: string | undefined, ifWrong: BoundCheck['ifWrong']): void;
  signal: AbortSignal;
  endAfterMs?: number;
}): Promise<void> {
  const { checks, log, signal, endAfterMs = END_AFTER_MS } = options;
  const startedAt = performance.now();
  const wrong = new Map<BoundCheck, Wrong>();

  function tell(check: BoundCheck, found: Wrong | undefined): void {
    const before = wrong.get(check);
    if (before?.setting === found?.setting && before?.problem === found?.problem) return;
    if (found) wrong.set(check, found);
    else wrong.delete(check);
    if (found) log[found.ifWrong === 'warn' ? 'warn' : 'error']({ setting: found.setting }, lineOf(found));
    else log.info({ setting: before?.setting }, `${before?.setting} is right now`);
    // Another service of the process may have the same setting with another value.
    for (const name of new Set([before?.setting, found?.setting])) {
      const still = [...wrong.values()].find(({ setting }) => setting === name);
      if (name) options.report(name, still?.problem, (still ?? check).ifWrong);
    }
  }

  /** Calls `mayStart` as soon as the process may start with what is found. */
  async function untilRight(check: BoundCheck, mayStart: () => void): Promise<void> {
    for (let waitMs = RETRY_MS_MIN; ; waitMs = Math.min(waitMs * 2, RETRY_MS_MAX)) {
      const found = await ask(check);
      signal.throwIfAborted();
      tell(check, found);
      if (!found) return;
      if (found.ifWrong === 'warn') mayStart();
      if (found.ifWrong === 'end' && performance.now() - startedAt >= endAfterMs) throw new ConfigError(lineOf(found));
      await delay(waitMs, undefined, { signal });
    }
  }

  const started = checks.map((check) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    untilRight(check, resolve).then(resolve, reject);
    // Not waited for, not even for the first answer.
    if (check.ifWrong === 'warn') resolve();
    return promise;
  });
  await Promise.all(started);
}

/**
 * The same once, for a site that somebody starts by hand and that nobody asks whether it is ready.
 *
 * @throws ConfigError naming all settings that keep it from starting
 */
export async function refuseWrongSettings(checks: readonly BoundCheck[], log: Logger): Promise<void> {
  const asked = async (check: BoundCheck) => {
    const found = await ask(check);
    if (found?.ifWrong === 'warn') log.warn({ setting: found.setting }, lineOf(found));
    return found && found.ifWrong !== 'warn' ? [lineOf(found)] : [];
  };
  for (const check of checks.filter(({ ifWrong }) => ifWrong === 'warn')) void asked(check);
  const lines = (await Promise.all(checks.filter(({ ifWrong }) => ifWrong !== 'warn').map(asked))).flat();
  if (lines.length > 0) throw new ConfigError([...new Set(lines)].join('; '));
}

/** Tells whether tokens that a key signs are accepted by processes with the same PUBLIC_KEYS. */
export function keyCheck<Config>(
  setting: string,
  isKnown: (config: Config, platform: CheckPlatform) => boolean,
): StartCheck<Config> {
  return {
    setting,
    ifWrong: 'end',
    check(config, platform) {
      if (isKnown(config, platform)) return;
      throw new Error('its public key is not in PUBLIC_KEYS, so that nobody takes what it signs');
    },
  };
}

/**
 * Tells whether the callee has a public key of each process that calls it: a caller without one is refused as a forger is.
 * Of a scaled site, whose processes are given their keys each by itself.
 */
export function callersCheck(callee: string, callers: readonly string[], verifier: Platform['verifier']): BoundCheck {
  return {
    setting: 'PUBLIC_KEYS',
    ifWrong: 'end',
    async check() {
      const missing = callers.filter((caller) => !verifier.hasKeyOf(caller));
      if (missing.length === 0) return;
      throw new Error(`it has no key of ${missing.join(', ')}, so that ${callee} refuses their calls`);
    },
  };
}

async function ask(check: BoundCheck): Promise<Wrong | undefined> {
  try {
    await check.check();
    return undefined;
  } catch (error) {
    const { message: problem } = error as Error;
    const { setting, ifWrong } = error instanceof SettingError ? error : check;
    return { setting, ifWrong: ifWrong ?? check.ifWrong, problem };
  }
}

function lineOf({ setting, problem }: Wrong): string {
  return `${setting}: ${problem}`;
}
