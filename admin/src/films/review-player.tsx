import { createClient } from '@connectrpc/connect';
import { useTransport } from '@connectrpc/connect-query';
import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import type { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { type GetReviewPlaybackResponse, ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import {
  type Engine,
  type EngineTracks,
  NO_ENGINE_TRACKS,
  needsNativeHls,
  type SignedSource,
} from '@marquee/web/player/engine';
import { useEffect, useRef, useState } from 'react';
import { refusalText } from '../api.ts';

/** A playback address lives ten minutes at most; it is renewed well before. */
const RENEW_AFTER_MS = 4 * 60_000;

export type ReviewedVideo = { filmId: string; kind: AssetKind; waiting: boolean };

/** A place to play from; each request is an object of its own. */
export type PlayFrom = { ms: number };

type PlayerProps = { video: ReviewedVideo; label: string; from?: PlayFrom; close: () => void };

/** Plays a video of a film for staff, in the qualities that exist. It is no view. */
export function ReviewPlayer({ video, label, from, close }: PlayerProps) {
  const element = useRef<HTMLVideoElement>(null);
  const { engine, tracks, failure, tryAgain } = useEngine(element, video, from);
  return (
    <div>
      {/* biome-ignore lint/a11y/useMediaCaption: the film is under review as its maker sent it. */}
      <video ref={element} className="review-video" controls playsInline aria-label={label} />
      {failure !== undefined && (
        <Alert color="red" title="The video does not play" role="alert" mt="xs">
          <Group justify="space-between">
            <Text size="sm">{failure}</Text>
            <Button size="xs" variant="default" onClick={tryAgain}>
              Try again
            </Button>
          </Group>
        </Alert>
      )}
      <Group justify="space-between" mt="xs">
        <Group gap="xs">
          <Text size="sm">{label}</Text>
          {tracks.qualities.length > 0 && (
            <NativeSelect
              size="xs"
              aria-label="Quality"
              value={tracks.quality ?? ''}
              onChange={(event) => engine.current?.chooseQuality(event.currentTarget.value || undefined)}
              data={[
                { value: '', label: tracks.playingHeight ? `Automatic (${tracks.playingHeight})` : 'Automatic' },
                ...tracks.qualities.map(({ id, label: name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Group>
        <Button size="xs" variant="default" onClick={close}>
          Close the player
        </Button>
      </Group>
    </div>
  );
}

function useEngine(
  element: React.RefObject<HTMLVideoElement | null>,
  { filmId, kind, waiting }: ReviewedVideo,
  from: PlayFrom | undefined,
) {
  const transport = useTransport();
  const engine = useRef<Engine>(undefined);
  const [tracks, setTracks] = useState<EngineTracks>(NO_ENGINE_TRACKS);
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const wanted = useRef(from);
  wanted.current = from;
  useEffect(() => {
    const video = element.current;
    // Before the video is loaded it starts there by itself.
    if (!from || !video || video.readyState === 0) return;
    video.currentTime = from.ms / 1000;
    void video.play().catch(() => {});
    video.scrollIntoView({ block: 'nearest' });
  }, [from, element]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts the player again.
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    let ended = false;
    let made: Engine | undefined;
    const moderation = createClient(ModerationService, transport);
    const ask = () => moderation.getReviewPlayback({ filmId, kind, waiting });
    const fail = (message: string) => !ended && setFailure(message);
    const start = async () => {
      const first = await ask();
      if (ended) return;
      const events = {
        onTracks: (next: EngineTracks) => !ended && setTracks(next),
        onProblem: ({ message }: { message: string }) => fail(message),
        onStuck: () => fail('The player is stuck.'),
        // The browser's own controls stand below the picture.
        onBlocked: () => {},
      };
      const open = await import('./review-engine.ts');
      if (ended) return;
      made = await open.createEngine(video, sourceOf(first, ask), events, needsNativeHls());
      if (!made) return fail('This browser cannot play the video.');
      if (ended) return void made.destroy();
      engine.current = made;
      await made.load({ dash: first.dashManifest, hls: first.hlsManifest }, (wanted.current?.ms ?? 0) / 1000);
      if (!ended) await video.play().catch(() => {});
    };
    setFailure(undefined);
    start().catch((error: unknown) => fail(failureText(error)));
    return () => {
      ended = true;
      engine.current = undefined;
      setTracks(NO_ENGINE_TRACKS);
      void made?.destroy();
    };
  }, [transport, filmId, kind, waiting, attempt, element]);
  return { engine, tracks, failure, tryAgain: () => setAttempt((before) => before + 1) };
}

const DOES_NOT_PLAY = 'Please try again later.';

/** The refusal of the server, or what the engine says. */
function failureText(error: unknown): string {
  const { message, reason } = (error ?? {}) as { message?: string; reason?: string };
  return refusalText(error) ?? (reason && message ? message : DOES_NOT_PLAY);
}

function sourceOf(first: GetReviewPlaybackResponse, ask: () => Promise<GetReviewPlaybackResponse>): SignedSource {
  let { signedUrl, clearKey } = first;
  let renewedAt = Date.now();
  const renew = async () => {
    const answer = await ask().catch(() => undefined);
    if (!answer) return false;
    ({ signedUrl, clearKey } = answer);
    renewedAt = Date.now();
    return true;
  };
  return {
    signedUrl: () => signedUrl,
    freshUrl: async () => {
      if (Date.now() - renewedAt > RENEW_AFTER_MS) await renew();
      return signedUrl;
    },
    renew,
    licence: async () => clearKey,
  };
}
