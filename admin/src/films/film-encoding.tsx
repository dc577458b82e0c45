import type { DescMethodUnary } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useMutation, useQuery } from '@connectrpc/connect-query';
import { Alert, Badge, Button, Code, Group, Progress, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import {
  type Asset,
  MediaService,
  type Protection,
  ProtectionStatus,
  TranscodeStatus,
} from '@marquee/contracts/media/v1/media_pb';
import { formatMoment } from '@marquee/rules/format';
import { refusalText } from '../api.ts';
import { once } from '../dialogs/once.ts';
import { useRefresh } from '../shell/use-refresh.ts';

const REFRESH_MS = 3_000;
const { deleteProtection, deleteTranscode, getAsset, startProtection, startTranscode } = MediaService.method;

const TRANSCODE = {
  [TranscodeStatus.UNSPECIFIED]: 'none',
  [TranscodeStatus.IN_PROGRESS]: 'IN PROGRESS',
  [TranscodeStatus.COMPLETE]: 'COMPLETE',
  [TranscodeStatus.ERROR]: 'ERROR',
};
const PROTECTION = {
  [ProtectionStatus.UNSPECIFIED]: 'NOT PROTECTED',
  [ProtectionStatus.IN_PROGRESS]: 'IN PROGRESS',
  [ProtectionStatus.COMPLETED]: 'COMPLETED',
  [ProtectionStatus.FAILED]: 'FAILED',
};

const isInWork = (asset: Asset | undefined) =>
  asset?.transcode?.status === TranscodeStatus.IN_PROGRESS ||
  asset?.protection?.status === ProtectionStatus.IN_PROGRESS;

/** HLS and DRM of a video: status, start, delete [ADF-05]. */
export function FilmEncoding({ assetId }: { assetId: string }) {
  const answer = useQuery(
    getAsset,
    { assetId },
    { refetchInterval: ({ state }) => (isInWork(state.data?.asset) ? REFRESH_MS : false) },
  );
  const asset = answer.data?.asset;
  if (answer.isPending) {
    return (
      <Text size="sm" c="dimmed" role="status">
        Loading HLS and DRM
      </Text>
    );
  }
  if (!asset) {
    return (
      <Group gap="xs" role="alert">
        <Text size="sm">HLS and DRM could not be loaded.</Text>
        <Button size="compact-xs" variant="default" loading={answer.isFetching} onClick={() => answer.refetch()}>
          Try again
        </Button>
      </Group>
    );
  }
  return (
    <Stack gap="sm">
      <Hls asset={asset} />
      <Drm asset={asset} />
    </Stack>
  );
}

function Hls({ asset }: { asset: Asset }) {
  const status = asset.transcode?.status ?? TranscodeStatus.UNSPECIFIED;
  const isGone = status === TranscodeStatus.UNSPECIFIED || status === TranscodeStatus.ERROR;
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm">HLS</Text>
        <Badge variant="outline" color="gray">
          {TRANSCODE[status]}
        </Badge>
        {isGone ? (
          <Run method={startTranscode} {...{ asset }} label="Start HLS" failed="Failed to transcode" />
        ) : (
          <Run
            method={deleteTranscode}
            {...{ asset }}
            label="Delete HLS"
            failed="Failed to transcode"
            question="Nobody can watch the film until it is transcoded again."
          />
        )}
      </Group>
      {asset.transcode?.errorMessage && (
        <Alert color="red" title="Failed to transcode">
          {asset.transcode.errorMessage}
        </Alert>
      )}
    </Stack>
  );
}

function Drm({ asset }: { asset: Asset }) {
  const status = asset.protection?.status ?? ProtectionStatus.UNSPECIFIED;
  const isComplete = asset.transcode?.status === TranscodeStatus.COMPLETE;
  const isStarted = status === ProtectionStatus.COMPLETED || status === ProtectionStatus.IN_PROGRESS;
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm">DRM</Text>
        <Badge variant="outline" color="gray">
          {PROTECTION[status]}
        </Badge>
        {isStarted && !asset.protection?.removing && (
          <Run
            method={deleteProtection}
            {...{ asset }}
            label="Delete DRM"
            failed="Failed to encode"
            question="The film keeps playing, and its files are not encrypted any more."
          />
        )}
        {!isStarted && isComplete && (
          <Run method={startProtection} {...{ asset }} label="Start DRM" failed="Failed to encode" />
        )}
      </Group>
      {status === ProtectionStatus.IN_PROGRESS && (
        <Progress value={asset.protection?.progressPercent ?? 0} aria-label="Progress of DRM" />
      )}
      {status === ProtectionStatus.FAILED && (
        <Alert color="red" title="Failed to encode">
          {asset.protection?.errorMessage}
        </Alert>
      )}
      <History protection={asset.protection} />
    </Stack>
  );
}

function History({ protection }: { protection: Protection | undefined }) {
  if (!protection || protection.history.length === 0) return null;
  return (
    <Stack component="ol" gap={4} aria-label="History of DRM" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {protection.history.map(({ startedAt, completedAt, status, removing, keyId }) => (
        <li key={String(startedAt?.seconds) + String(startedAt?.nanos)}>
          <Text size="xs">
            {removing ? 'Delete' : 'Start'}: {PROTECTION[status]}
            {completedAt && `, ${formatMoment(timestampDate(completedAt))}`}
          </Text>
          {keyId && (
            <Text size="xs" c="dimmed">
              Key <Code style={{ wordBreak: 'break-all' }}>{keyId}</Code>
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}

type RunProps = { method: DescMethodUnary; asset: Asset; label: string; failed: string; question?: string };

/** A button that calls a method with the asset, after a question where something is lost. */
function Run({ method, asset, label, failed, question }: RunProps) {
  const refresh = useRefresh(getAsset);
  const call = useMutation(method);
  const run = async () => {
    try {
      await call.mutateAsync({ assetId: asset.id });
    } catch (error) {
      notifications.show({ color: 'red', title: failed, message: refusalText(error) ?? '' });
    }
    await refresh();
  };
  const ask = () =>
    modals.openConfirmModal({
      title: label,
      children: question,
      labels: { confirm: label, cancel: 'Keep' },
      confirmProps: { color: 'red' },
      onConfirm: once(() => void run()),
    });
  return (
    <Button size="compact-xs" variant="default" loading={call.isPending} onClick={question ? ask : () => void run()}>
      {label}
    </Button>
  );
}
