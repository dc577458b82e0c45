import { useQuery } from '@connectrpc/connect-query';
import { Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { Link, useNavigate } from 'react-router';

const addressOf = (filmId: string) => `/content/${filmId}?show=waiting`;

/**
 * The film before and after this one in the queue, also by J and K. They are those of when the film was opened: once it is
 * decided, the next one is still the next.
 */
export function QueueSteps({ filmId }: { filmId: string }) {
  const navigate = useNavigate();
  const place = useQuery(
    ModerationService.method.getQueuePlace,
    { filmId },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const { previousFilmId = '', nextFilmId = '', position = 0, size = 0 } = place.data ?? {};
  const go = (id: string) => {
    // A dialog that is open is finished first.
    if (id && !document.querySelector('[role="dialog"]')) navigate(addressOf(id));
  };
  useHotkeys([
    ['J', () => go(nextFilmId)],
    ['K', () => go(previousFilmId)],
  ]);
  if (place.isError) {
    return (
      <Button size="xs" variant="default" onClick={() => place.refetch()}>
        The queue could not be loaded. Try again
      </Button>
    );
  }
  if (!place.data) return null;
  return (
    <Group component="nav" aria-label="Queue" gap="xs">
      <Text size="sm" c="dimmed">
        {position ? `${position} of ${size} that wait` : size === 1 ? '1 film waits' : `${size} films wait`}
      </Text>
      <Step label="Previous" hotkey="K" filmId={previousFilmId} />
      <Step label="Next" hotkey="J" filmId={nextFilmId} />
    </Group>
  );
}

function Step({ label, hotkey, filmId }: { label: string; hotkey: string; filmId: string }) {
  const title = `${label} film of the queue (${hotkey})`;
  if (!filmId) {
    return (
      <Button size="xs" variant="default" disabled title={title}>
        {label}
      </Button>
    );
  }
  return (
    <Button
      size="xs"
      variant="default"
      component={Link}
      to={addressOf(filmId)}
      title={title}
      aria-keyshortcuts={hotkey}
    >
      {label}
    </Button>
  );
}
