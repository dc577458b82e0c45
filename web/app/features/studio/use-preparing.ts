import { MediaService, TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { useTopic } from '../../realtime/use-topic.ts';
import type { Preparing } from './film-status.ts';

/**
 * How far the transcode of a video that media has is, meanwhile; undefined without one, until media has answered, and
 * while it cannot. `onEnded` is called when media has ended a transcode that film does not know the end of.
 */
export function usePreparing(mediaId: string | undefined, onEnded: () => unknown): Preparing {
  const [preparing, setPreparing] = useState<Preparing>();
  const latest = useRef(onEnded);
  latest.current = onEnded;
  const look = useCallback(async () => {
    if (!mediaId) return;
    const { asset } = await client(MediaService)
      .getAsset({ assetId: mediaId })
      .catch(() => ({ asset: undefined }));
    const { status, waiting, progressPercent } = asset?.transcode ?? {};
    if (status === TranscodeStatus.IN_PROGRESS) setPreparing(waiting ? 'in line' : progressPercent);
    else if (asset) latest.current();
  }, [mediaId]);
  useEffect(() => {
    setPreparing(undefined);
    void look();
  }, [look]);
  useTopic(mediaId ? `asset:${mediaId}` : null, undefined, look);
  return preparing;
}
