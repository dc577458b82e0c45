import { useMutation } from '@connectrpc/connect-query';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film, FilmAsset } from '@marquee/contracts/film/v1/film_pb';
import { refusalText } from '../api.ts';
import { useFilmCache } from './film-cache.ts';

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
