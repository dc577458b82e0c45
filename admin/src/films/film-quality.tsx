import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useMutation, useQuery } from '@connectrpc/connect-query';
import { Alert, Anchor, Button, Group, List, Stack, Text, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  MediaService,
  type QualityFinding,
  QualityStatus,
  type SoundLevel,
} from '@marquee/contracts/media/v1/media_pb';
import { formatMoment, formatPosition } from '@marquee/rules/format';
import { isQualityKind, LOUDNESS_MESSAGES, loudnessOf, QUALITY_MESSAGES } from '@marquee/rules/quality';
import { refusalText } from '../api.ts';
import { useRefresh } from '../shell/use-refresh.ts';

const REFRESH_MS = 3_000;
const { checkQuality, getAsset } = MediaService.method;

type FilmQualityProps = { assetId: string; label: string; playAt: (ms: number) => void };

/** What was found in the picture and sound of a video under review; a time plays it from there [STU-12:quality]. */
export function FilmQuality({ assetId, label, playAt }: FilmQualityProps) {
  const refresh = useRefresh(getAsset);
  const answer = useQuery(
    getAsset,
    { assetId },
    {
      refetchInterval: ({ state }) =>
        state.data?.asset?.quality?.status === QualityStatus.IN_PROGRESS ? REFRESH_MS : false,
    },
  );
  const check = useMutation(checkQuality);
  const again = async () => {
    try {
      await check.mutateAsync({ assetId });
    } catch (error) {
      const message = refusalText(error) ?? '';
      notifications.show({ color: 'red', title: 'The video could not be checked', message });
    }
    await refresh();
  };
  const {
    status = QualityStatus.UNSPECIFIED,
    findings = [],
    soundLevels = [],
    checkedAt,
  } = answer.data?.asset?.quality ?? {};
  return (
    <Stack gap={6} component="section" aria-label={`Check of ${label}`}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          Check of {label}
        </Text>
        {checkedAt && (
          <Text size="xs" c="dimmed">
            {formatMoment(timestampDate(checkedAt))}
          </Text>
        )}
        {answer.data && status !== QualityStatus.IN_PROGRESS && (
          <Button size="compact-xs" variant="default" loading={check.isPending} onClick={() => void again()}>
            {checkedAt ? 'Check again' : 'Check'}
          </Button>
        )}
      </Group>
      {answer.isPending && (
        <Text size="sm" c="dimmed" role="status">
          Loading the report
        </Text>
      )}
      {answer.isError && (
        <Group gap="xs" role="alert">
          <Text size="sm">The report could not be loaded.</Text>
          <Button size="compact-xs" variant="default" loading={answer.isFetching} onClick={() => answer.refetch()}>
            Try again
          </Button>
        </Group>
      )}
      {status === QualityStatus.IN_PROGRESS && (
        <Text size="sm" c="dimmed" role="status">
          The video is being looked through
        </Text>
      )}
      {status === QualityStatus.FAILED && <Alert color="red">The video could not be looked through to its end.</Alert>}
      {answer.data && !checkedAt && status === QualityStatus.UNSPECIFIED && (
        <Text size="sm" c="dimmed">
          Not looked through yet
        </Text>
      )}
      {checkedAt && findings.every(({ fact }) => fact) && <Text size="sm">Nothing to mend was found.</Text>}
      {findings.length + soundLevels.length > 0 && (
        <List size="sm" spacing={4}>
          {findings.map((finding) => (
            <Finding key={`${finding.kind} ${finding.fromMs} ${finding.value}`} finding={finding} playAt={playAt} />
          ))}
          {soundLevels.map((level, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tracks stay in their order, and may be alike.
            <List.Item key={index} c="dimmed">
              {soundLevels.length > 1 && level.language ? `${level.language}: ` : ''}
              {loudness(level)}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

function Finding({ finding, playAt }: { finding: QualityFinding; playAt: (ms: number) => void }) {
  const { kind, fromMs, toMs, value, compared, fact } = finding;
  if (!isQualityKind(kind)) return null;
  return (
    <List.Item {...(fact ? { c: 'dimmed' } : {})}>
      {fromMs !== undefined && toMs !== undefined && (
        <>
          <Anchor component="button" type="button" size="sm" onClick={() => playAt(fromMs)}>
            <VisuallyHidden>Play from </VisuallyHidden>
            {formatPosition(fromMs)}
          </Anchor>
          {`–${formatPosition(toMs)} `}
        </>
      )}
      {filled(QUALITY_MESSAGES[kind], { value, compared })}
    </List.Item>
  );
}

const loudness = (level: SoundLevel) =>
  filled(LOUDNESS_MESSAGES[loudnessOf(level)], { lufs: level.lufs, gain: Math.abs(level.gain) });

const filled = (text: string, values: Record<string, number>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) =>
    (values[name] ?? 0).toLocaleString('en', { maximumFractionDigits: 2 }),
  );
