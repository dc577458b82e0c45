import { createConnectQueryKey, useMutation, useQuery, useTransport } from '@connectrpc/connect-query';
import { Anchor, Breadcrumbs, Button, Group, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { isNotFound } from '@marquee/contracts/refusals';
import { headerTitle } from '@marquee/rules/format';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { isForbidden, refusalText } from '../api.ts';
import { confirmDelete } from '../dialogs/confirm.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { FilmAssets } from './film-assets.tsx';
import { FilmAwards } from './film-awards.tsx';
import { FilmCredits } from './film-credits.tsx';
import { FilmDetails } from './film-details.tsx';
import { FilmEvents } from './film-events.tsx';
import { FilmHistory } from './film-history.tsx';
import { FilmReviews } from './film-reviews.tsx';
import { FilmSales } from './film-sales.tsx';
import { FilmScreenings } from './film-screenings.tsx';
import { FilmStats } from './film-stats.tsx';
import { QueueSteps } from './queue-steps.tsx';
import { ReviewPanel } from './review-panel.tsx';

const TABS = ['details', 'assets', 'stats', 'events', 'credits', 'awards', 'sales', 'reviews', 'screenings', 'history'];

/** /superadmin/content/{filmId} with its tabs, Delete, Edit and Preview [ADF-02]. */
export function FilmPage() {
  const { filmId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const transport = useTransport();
  const answer = useQuery(FilmBackOfficeService.method.getAnyFilm, { filmId });
  const remove = useMutation(FilmBackOfficeService.method.removeFilm);

  if (isForbidden(answer.error)) return <Forbidden error={answer.error} />;
  if (isNotFound(answer.error)) return <NotFound title="Film Not Found" />;
  if (answer.isError) {
    return <LoadFailed title="Failed to load films" again={() => answer.refetch()} />;
  }
  const { data } = answer;
  const entry = data?.film;
  const film = entry?.film;
  if (!data || !entry || !film) return <Skeleton h={400} aria-label="Loading the film" />;

  const inQueue = params.get('show') === 'waiting';
  const list = inQueue ? '/content?show=waiting' : '/content';
  const setTab = (next: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next) after.set('tab', next);
        else after.delete('tab');
        return after;
      },
      { replace: true },
    );
  const tab = TABS.includes(params.get('tab') ?? '') ? params.get('tab') : 'details';
  const removeFilm = async () => {
    try {
      await remove.mutateAsync({ filmId });
      const queryKey = createConnectQueryKey({ schema: FilmBackOfficeService, transport, cardinality: undefined });
      await queries.invalidateQueries({ queryKey, refetchType: 'none' });
      navigate(list);
      notifications.show({ message: `${film.filmTitle} was deleted.` });
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to delete record', message: refusalText(error) ?? '' });
    }
  };
  return (
    <Stack gap="sm">
      <title>{`${film.filmTitle} · Back office · Marquee`}</title>
      <Group justify="space-between">
        <Breadcrumbs>
          <Anchor component={Link} to={list} size="sm">
            Films
          </Anchor>
          <Text size="sm">{headerTitle(film.filmTitle)}</Text>
        </Breadcrumbs>
        {(inQueue || entry.waitingSince) && <QueueSteps filmId={film.id} />}
      </Group>
      <Group justify="space-between">
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {film.filmTitle}
        </Title>
        <Group gap="xs">
          <Button size="xs" variant="default" component="a" href={`/feed/${film.id}?preview=1`}>
            Preview
          </Button>
          <Button size="xs" variant="default" component="a" href={`/content/${film.id}/edit`}>
            Edit
          </Button>
          <Button
            size="xs"
            color="red"
            variant="light"
            loading={remove.isPending}
            onClick={() => confirmDelete(film.filmTitle, removeFilm)}
          >
            Delete
          </Button>
        </Group>
      </Group>
      <ReviewPanel entry={entry} film={film} reload={async () => (await answer.refetch()).data?.film} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="details">Details</Tabs.Tab>
          <Tabs.Tab value="assets">Assets</Tabs.Tab>
          <Tabs.Tab value="stats">Stats</Tabs.Tab>
          <Tabs.Tab value="events">Events</Tabs.Tab>
          <Tabs.Tab value="credits">Credits</Tabs.Tab>
          <Tabs.Tab value="awards">Awards</Tabs.Tab>
          <Tabs.Tab value="sales">Sales</Tabs.Tab>
          <Tabs.Tab value="reviews">Reviews</Tabs.Tab>
          <Tabs.Tab value="screenings">Screenings</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details" pt="md">
          <FilmDetails answer={data} entry={entry} film={film} />
        </Tabs.Panel>
        <Tabs.Panel value="assets" pt="md">
          <FilmAssets entry={entry} film={film} />
        </Tabs.Panel>
        <Tabs.Panel value="stats" pt="md">
          <FilmStats filmId={film.id} />
        </Tabs.Panel>
        <Tabs.Panel value="events" pt="md">
          <FilmEvents filmId={film.id} />
        </Tabs.Panel>
        <Tabs.Panel value="credits" pt="md">
          <FilmCredits filmId={film.id} />
        </Tabs.Panel>
        <Tabs.Panel value="awards" pt="md">
          <FilmAwards filmId={film.id} />
        </Tabs.Panel>
        <Tabs.Panel value="screenings" pt="md">
          <FilmScreenings film={film} />
        </Tabs.Panel>
        <Tabs.Panel value="sales" pt="md">
          <FilmSales filmId={film.id} />
        </Tabs.Panel>
        <Tabs.Panel value="reviews" pt="md">
          <FilmReviews filmId={film.id} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <FilmHistory filmId={film.id} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
