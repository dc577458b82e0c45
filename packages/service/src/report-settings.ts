import { settingWrong } from '@marquee/runtime/telemetry/instruments';
import type { Probes } from './probes.ts';
import type { BoundCheck } from './start-checks.ts';

/**
 * What `untilSettingsRight` reports to: the gauge that the alert SettingWrong looks at, and /readyz for what keeps the
 * process from starting.
 */
export function settingReports(probes: Pick<Probes, 'report'>) {
  const wrong = new Map<string, number>();
  settingWrong.watch(() => [...wrong].map(([setting, isWrong]) => [isWrong, { setting }] as const));
  return (setting: string, problem: string | undefined, ifWrong: BoundCheck['ifWrong']): void => {
    wrong.set(setting, problem === undefined ? 0 : 1);
    probes.report(setting, ifWrong === 'warn' ? undefined : problem);
  };
}
