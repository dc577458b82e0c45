import { create } from '@bufbuild/protobuf';
import { createConnectQueryKey, useMutation, useQuery, useTransport } from '@connectrpc/connect-query';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  GetAssetResponseSchema,
  MediaService,
  type Transcode,
  TranscodeStatus,
} from '@marquee/contracts/media/v1/media_pb';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { refusalText } from '../api.ts';

const REFRESH_MS = 15_000;
const { getAsset, moveTranscodeToFront } = MediaService.method;

/** How far the transcode of a video is, or where it stands in line; staff can make it the next one. */
export function TranscodeProgress({ assetId }: { assetId: string }) {
  const answer = useQuery(getAsset, { assetId }, { refetchInterval: REFRESH_MS });
  const transcode = answer.data?.asset?.transcode;
  const status = useRef<HTMLParagraphElement>(null);
  if (answer.isPending) {
    return (
      <Text size="sm" c="dimmed" role="status">
        Looking up its place in line
      </Text>
    );
  }
  if (!answer.data) {
    return (
      <Group gap="xs" role="alert">
        <Text size="sm">Its place in line could not be loaded.</Text>
        <Button size="compact-xs" variant="default" loading={answer.isFetching} onClick={() => answer.refetch()}>
          Try again
        </Button>
      </Group>
    );
  }
  if (transcode?.status !== TranscodeStatus.IN_PROGRESS) return null;
  // The button loses the focus while it is disabled, and is gone once the video is next or being prepared.
  const keepFocus = () => {
    if (document.activeElement === document.body) status.current?.focus();
  };
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm" ref={status} tabIndex={-1}>
        {statusText(transcode)}
      </Text>
      {transcode.waiting && transcode.placeInLine > 1 && <MoveToFront assetId={assetId} onEnd={keepFocus} />}
    </Stack>
  );
}

function statusText({ waiting, placeInLine, progressPercent }: Transcode): string {
  if (!waiting) return `Being prepared: ${progressPercent}%`;
  if (placeInLine <= 1) return 'Next in line';
  return `Number ${placeInLine} in line, ${placeInLine - 1} before it`;
}

function MoveToFront({ assetId, onEnd }: { assetId: string; onEnd: () => void }) {
  const queries = useQueryClient();
  const transport = useTransport();
  const move = useMutation(moveTranscodeToFront);
  const moveToFront = async () => {
    try {
      const { asset } = await move.mutateAsync({ assetId });
      const key = createConnectQueryKey({ schema: getAsset, transport, input: { assetId }, cardinality: 'finite' });
      queries.setQueryData(key, create(GetAssetResponseSchema, { asset }));
      notifications.show({ message: 'Moved to the front. It is prepared next.' });
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to move it to the front', message: refusalText(error) ?? '' });
    }
    // The places of others have changed, or this one's has.
    const queryKey = createConnectQueryKey({ schema: getAsset, transport, cardinality: undefined });
    await queries.invalidateQueries({ queryKey });
    onEnd();
  };
  return (
    <Button size="compact-xs" variant="default" loading={move.isPending} onClick={moveToFront}>
      Move to the front
    </Button>
  );
}
