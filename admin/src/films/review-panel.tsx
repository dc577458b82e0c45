import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { AssetKind, type Film, type FilmAsset, type StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { useState } from 'react';
import { FilmDecision } from './film-decision.tsx';
import { assetLabel, croppedAt, imageSource } from './film-labels.ts';
import { FilmQuality } from './film-quality.tsx';
import { Replacement } from './replacement.tsx';
import { type PlayFrom, ReviewPlayer } from './review-player.tsx';
import { ReviewSummary } from './review-summary.tsx';

const POSTER = AssetKind.POSTER_IMAGE;
const isVideo = ({ kind }: FilmAsset) => kind === AssetKind.FILM_VIDEO || kind === AssetKind.TRAILER_VIDEO;
const nameOf = ({ kind, awaitingApproval }: FilmAsset) =>
  awaitingApproval ? `New ${assetLabel[kind].toLowerCase()}` : assetLabel[kind];
const keyOf = ({ mediaId, awaitingApproval }: FilmAsset) => `${mediaId} ${awaitingApproval}`;

/** A video, and where it was asked to play from. */
type Playing = { key: string; from?: PlayFrom };

type ReviewPanelProps = { entry: StudioFilm; film: Film; reload: () => Promise<StudioFilm | undefined> };

/** What a decision is made by: the pictures, the videos, and beside them the decision itself. */
export function ReviewPanel({ entry, film, reload }: ReviewPanelProps) {
  const [playing, setPlaying] = useState<Playing>();
  const videos = entry.assets.filter(isVideo);
  const pictures = entry.assets.filter((asset) => asset.image && !isVideo(asset));
  const shown = videos.find((asset) => keyOf(asset) === playing?.key);
  const waiting = entry.assets.filter(({ awaitingApproval }) => awaitingApproval);
  return (
    <Card withBorder component="section" aria-label="Review" className="review">
      <div className="review-media">
        {shown && (
          <ReviewPlayer
            key={playing?.key}
            {...(playing?.from && { from: playing.from })}
            video={{ filmId: film.id, kind: shown.kind, waiting: shown.awaitingApproval }}
            label={nameOf(shown)}
            close={() => setPlaying(undefined)}
          />
        )}
        <Group align="flex-start" gap="md" wrap="wrap">
          {pictures.map((asset) => (
            <Picture key={keyOf(asset)} asset={asset} film={film} />
          ))}
          {pictures.length === 0 && <Text c="dimmed">No pictures yet</Text>}
        </Group>
        <Group gap="xs" mt="sm">
          {videos.map((asset) => (
            <Button
              key={keyOf(asset)}
              size="sm"
              variant="default"
              aria-pressed={playing?.key === keyOf(asset)}
              disabled={asset.transcodeStatus !== 'COMPLETE'}
              onClick={() => setPlaying({ key: keyOf(asset) })}
            >
              {asset.transcodeStatus === 'COMPLETE'
                ? `Play ${nameOf(asset).toLowerCase()}`
                : `${nameOf(asset)}: ${asset.transcodeStatus || 'not transcoded'}`}
            </Button>
          ))}
          {videos.length === 0 && <Text c="dimmed">No videos yet</Text>}
        </Group>
        <Stack gap="sm" mt="sm">
          {videos
            .filter(({ stored, transcodeStatus }) => stored && transcodeStatus === 'COMPLETE')
            .map((asset) => (
              <FilmQuality
                key={keyOf(asset)}
                assetId={asset.mediaId}
                label={nameOf(asset).toLowerCase()}
                playAt={(ms) => setPlaying({ key: keyOf(asset), from: { ms } })}
              />
            ))}
        </Stack>
      </div>
      <Stack gap="md">
        <ReviewSummary entry={entry} film={film} />
        <FilmDecision key={film.id} entry={entry} film={film} reload={reload} />
        {waiting.map((asset) => (
          <Stack key={keyOf(asset)} gap={4}>
            <Text size="sm" fw={600}>
              {nameOf(asset)}
            </Text>
            <Replacement asset={asset} film={film} />
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}

function Picture({ asset, film }: { asset: FilmAsset; film: Film }) {
  if (!asset.image) return null;
  const isPoster = asset.kind === POSTER;
  return (
    <figure className="review-picture">
      <img
        className={isPoster ? 'poster' : 'still'}
        src={imageSource(asset.image, isPoster ? 320 : 640)}
        style={croppedAt(asset.image)}
        width={isPoster ? 160 : 320}
        height={isPoster ? 240 : 180}
        alt={`${nameOf(asset)} of ${film.filmTitle}`}
      />
      <figcaption>{nameOf(asset)}</figcaption>
    </figure>
  );
}
