import { Anchor, Badge, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { AssetKind, type Film, type FilmAsset, type StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { FilmEncoding } from './film-encoding.tsx';
import { assetLabel, croppedAt, imageSource } from './film-labels.ts';
import { TranscodeProgress } from './transcode-progress.tsx';

const SLOTS = [AssetKind.FILM_VIDEO, AssetKind.TRAILER_VIDEO, AssetKind.TRAILER_IMAGE, AssetKind.POSTER_IMAGE];

/** The four slots, what lies in them, and replacements that wait for staff [STU-15]. */
export function FilmAssets({ entry, film }: { entry: StudioFilm; film: Film }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      {SLOTS.map((kind) => {
        const assets = entry.assets.filter((asset) => asset.kind === kind);
        return (
          <Card key={kind} withBorder component="section" aria-label={assetLabel[kind]}>
            <Stack gap="sm">
              <Text fw={600}>{assetLabel[kind]}</Text>
              {assets.length === 0 && <Text c="dimmed">Missing</Text>}
              {assets.map((asset) => (
                <AssetView key={`${asset.mediaId}-${asset.awaitingApproval}`} asset={asset} film={film} />
              ))}
            </Stack>
          </Card>
        );
      })}
    </SimpleGrid>
  );
}

function AssetView({ asset, film }: { asset: FilmAsset; film: Film }) {
  const isPoster = asset.kind === AssetKind.POSTER_IMAGE;
  const isVideo = asset.kind === AssetKind.FILM_VIDEO || asset.kind === AssetKind.TRAILER_VIDEO;
  const page = asset.kind === AssetKind.FILM_VIDEO ? 'watch' : 'trailer';
  return (
    <Stack gap="xs">
      {asset.image && (
        <img
          className={isPoster ? 'poster' : 'still'}
          src={imageSource(asset.image, 240)}
          style={croppedAt(asset.image)}
          width={isPoster ? 120 : 240}
          height={isPoster ? 180 : 135}
          alt={`${assetLabel[asset.kind]} of ${film.filmTitle}`}
        />
      )}
      {isVideo && (
        <Group gap="xs">
          <Badge variant="outline" color="gray">
            {asset.transcodeStatus || 'none'}
          </Badge>
          {!asset.awaitingApproval && asset.transcodeStatus === 'COMPLETE' && (
            <Anchor size="sm" href={`/feed/${film.id}/${page}?preview=1`}>
              Play
            </Anchor>
          )}
        </Group>
      )}
      {isVideo && !asset.stored && (
        <Text size="sm" c="dimmed">
          Its file is not stored yet.
        </Text>
      )}
      {isVideo && asset.stored && asset.transcodeStatus === 'IN PROGRESS' && (
        <TranscodeProgress assetId={asset.mediaId} />
      )}
      {asset.kind === AssetKind.FILM_VIDEO && asset.stored && <FilmEncoding assetId={asset.mediaId} />}
      {asset.awaitingApproval && <Text size="sm">A replacement, which is decided under Review.</Text>}
    </Stack>
  );
}
