import { useQuery } from '@connectrpc/connect-query';
import { Code, Skeleton } from '@mantine/core';
import { type SettingFacts, SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { LoadFailed } from '../shell/load-failed.tsx';
import { type DiffPart, diffOf } from './value-diff.ts';

const LOOK = {
  same: undefined,
  added: { backgroundColor: 'var(--mantine-color-green-light)', textDecoration: 'none' },
  removed: { backgroundColor: 'var(--mantine-color-red-light)' },
} as const;
const TAG = { same: 'span', added: 'ins', removed: 'del' } as const;

/** What a version changed of the one before it. */
export function VersionDiff({ facts, version }: { facts: SettingFacts; version: bigint }) {
  const { key } = facts;
  const before = useQuery(SettingService.method.getSettingVersion, { key, version: version - 1n });
  const after = useQuery(SettingService.method.getSettingVersion, { key, version });
  if (before.isError || after.isError) {
    const retry = () => Promise.all([before.refetch(), after.refetch()]);
    return <LoadFailed title={SETTING_MESSAGES.failedToLoad} again={retry} />;
  }
  if (!before.data || !after.data) return <Skeleton h={48} role="status" aria-label="The changes are loading" />;
  return (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {placed(diffOf(facts, before.data.value, after.data.value)).map(({ at, text, kind }) => {
        const Tag = TAG[kind];
        return (
          <Tag key={at} style={LOOK[kind]}>
            {text}
          </Tag>
        );
      })}
    </Code>
  );
}

/** Parts with where each begins, which is their key. */
function placed(parts: DiffPart[]): (DiffPart & { at: number })[] {
  let at = 0;
  return parts.map((part) => {
    const begins = at;
    at += part.text.length;
    return { ...part, at: begins * 2 + (part.kind === 'added' ? 1 : 0) };
  });
}
