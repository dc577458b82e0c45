import { useMutation } from '@connectrpc/connect-query';
import { Anchor, Badge, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { AssetKind, type Film, type FilmAsset, type StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { refusalText } from '../api.ts';
import { useFilmCache } from './film-cache.ts';
import { assetLabel, imageSource } from './film-labels.ts';
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
      {isVideo && asset.transcodeStatus === 'IN PROGRESS' && <TranscodeProgress assetId={asset.mediaId} />}
      {asset.awaitingApproval && <Replacement asset={asset} film={film} />}
    </Stack>
  );
}

/** Staff's decision on what waits in a slot. */
export function Replacement({ asset, film }: { asset: FilmAsset; film: Film }) {
  const cache = useFilmCache(film.id);
  const decide = useMutation(FilmBackOfficeService.method.decideAssetReplacement);
  const answer = async (approve: boolean) => {
    try {
      const { film: changed } = await decide.mutateAsync({
        filmId: film.id,
        kind: asset.kind,
        approve,
      });
      await cache.put(changed);
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to toggle approval', message: refusalText(error) ?? '' });
    }
  };
  return (
    <Stack gap={6}>
      <Text size="sm">Replacement, awaiting approval. The approved version stays live until then.</Text>
      <Group gap="xs">
        <Button size="compact-xs" loading={decide.isPending} onClick={() => answer(true)}>
          Approve replacement
        </Button>
        <Button size="compact-xs" variant="default" disabled={decide.isPending} onClick={() => answer(false)}>
          Turn down
        </Button>
      </Group>
    </Stack>
  );
}
