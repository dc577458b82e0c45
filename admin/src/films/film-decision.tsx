import { useMutation } from '@connectrpc/connect-query';
import { Alert, Blockquote, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { refusalOf } from '@marquee/contracts/refusals';
import { type ReactNode, useState } from 'react';
import { refusalText } from '../api.ts';
import { changedParts } from './changed-parts.ts';
import { useFilmCache } from './film-cache.ts';
import { ageText, dateText } from './film-labels.ts';
import { RequestChanges } from './request-changes.tsx';

type DecisionProps = { entry: StudioFilm; film: Film; reload: () => Promise<StudioFilm | undefined> };

/** Where a film stands with staff, and what they can decide: each decision can be taken back here. */
export function FilmDecision({ entry, film, reload }: DecisionProps) {
  const cache = useFilmCache(film.id);
  const flags = useMutation(FilmBackOfficeService.method.setFilmFlags);
  const request = useMutation(ModerationService.method.requestFilmChanges);
  const withdraw = useMutation(ModerationService.method.withdrawChangeRequest);
  const [asking, ask] = useDisclosure(false);
  const [meanwhile, setMeanwhile] = useState<string>();
  const pending = flags.isPending || request.isPending || withdraw.isPending;
  const seen = { filmId: film.id, expectedVersion: film.version };

  /** Decides on the film as it is shown. When it has changed since, says what did, and shows the film as it is now. */
  const decide = async (decision: () => Promise<{ film?: StudioFilm }>) => {
    setMeanwhile(undefined);
    try {
      await cache.put((await decision()).film);
    } catch (error) {
      if (refusalOf(error).reason === 'FILM_CHANGED') {
        const now = await reload();
        const parts = now ? changedParts(entry, now).join(', ') : '';
        setMeanwhile([refusalText(error), parts && `Changed: ${parts}.`].filter(Boolean).join(' '));
      }
      throw error;
    }
  };
  const orSay = (title: string, decision: () => Promise<{ film?: StudioFilm }>) => async () => {
    try {
      await decide(decision);
    } catch (error) {
      if (refusalOf(error).reason === 'FILM_CHANGED') return;
      notifications.show({ color: 'red', title, message: refusalText(error) ?? '' });
    }
  };
  const sendRequest = async (reason: string) => {
    try {
      await decide(() => request.mutateAsync({ ...seen, reason }));
    } catch (error) {
      throw new Error(refusalText(error) ?? 'Failed to save. Please try again later.', { cause: error });
    }
  };
  const setApproval = (isApproved: boolean) =>
    orSay('Failed to toggle approval', () => flags.mutateAsync({ ...seen, isApproved }));
  const takeBack = orSay('Failed to take the request back', () => withdraw.mutateAsync(seen));

  return (
    <Stack gap="sm">
      {meanwhile && (
        <Alert color="red" title="This film has changed" role="alert">
          {meanwhile}
        </Alert>
      )}
      <Standing entry={entry} film={film} />
      <Group gap="xs">
        {entry.awaitingApproval && (
          <Button onClick={setApproval(true)} loading={flags.isPending} disabled={pending}>
            Approve
          </Button>
        )}
        {entry.waitingSince && (
          <Button variant="default" onClick={ask.open} disabled={pending}>
            Ask for changes
          </Button>
        )}
        {isOpen(entry) && (
          <Button variant="default" onClick={takeBack} loading={withdraw.isPending} disabled={pending}>
            Take the request back
          </Button>
        )}
        {film.isApproved && (
          <Button variant="default" onClick={setApproval(false)} loading={flags.isPending} disabled={pending}>
            Take the approval back
          </Button>
        )}
      </Group>
      <RequestChanges opened={asking} close={ask.close} film={film.filmTitle} send={sendRequest} />
    </Stack>
  );
}

const isOpen = ({ changeRequest }: StudioFilm) => changeRequest !== undefined && !changeRequest.answered;

function Standing({ entry, film }: { entry: StudioFilm; film: Film }): ReactNode {
  const { changeRequest, waitingSince } = entry;
  const since = waitingSince && ` since ${dateText(waitingSince)} (${ageText(waitingSince)})`;
  const asked = changeRequest && dateText(changeRequest.requestedAt);
  if (changeRequest && !changeRequest.answered) {
    return (
      <Asked heading={`Changes were asked for on ${asked}. It waits for its maker.`} reason={changeRequest.reason} />
    );
  }
  if (changeRequest && waitingSince) {
    return <Asked heading={`Sent again, and waiting${since}. Asked for on ${asked}:`} reason={changeRequest.reason} />;
  }
  if (waitingSince) {
    return <Text size="sm">{`${film.isApproved ? 'A replacement waits' : 'Waits for review'}${since}.`}</Text>;
  }
  if (film.isApproved) return <Text size="sm">{film.published ? 'Approved.' : 'Approved, and not published.'}</Text>;
  return <Text size="sm">Not published: there is nothing to review.</Text>;
}

function Asked({ heading, reason }: { heading: string; reason: string }) {
  return (
    <div>
      <Text size="sm">{heading}</Text>
      <Blockquote className="reason" mt="xs" p="sm" color="gray">
        {reason}
      </Blockquote>
    </div>
  );
}
