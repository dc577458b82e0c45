import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { CreditConfirmation, type CrewEntry } from '@marquee/contracts/film/v1/film_pb';
import { useState } from 'react';
import { Link } from 'react-router';
import { SEARCH_PAUSE_MS } from '../shell/list-search.tsx';
import { paged } from '../shell/paged.ts';
import { Records } from '../users/user-details.tsx';

const PAGE_SIZE = 50;

const ANSWERS: Partial<Record<CreditConfirmation, string>> = {
  [CreditConfirmation.WAITING]: 'Asked',
  [CreditConfirmation.CONFIRMED]: 'Confirmed',
  [CreditConfirmation.DECLINED]: 'Declined',
};

/** Who made the film, and who of them has agreed to be named [ADF-02:credits]. */
export function FilmCredits({ filmId }: { filmId: string }) {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS);
  const list = useInfiniteQuery(
    CatalogueService.method.listCrew,
    { filmId, query, pageSize: PAGE_SIZE, cursor: '' },
    paged,
  );
  const crew = list.data?.pages.flatMap((page) => page.crew) ?? [];
  return (
    <Stack>
      <TextInput
        label="Search credits"
        placeholder="Name, credit or role"
        maw={360}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Anchor href={`/content/${filmId}/credits`} size="sm">
        Edit the credits in the studio
      </Anchor>
      <Records
        title="Credits"
        failure="Failed to load credits"
        empty={query ? 'No one matches your search' : 'No cast and crew listed yet'}
        list={list}
        head={['Credit', 'Name', 'Role', 'Answer']}
        rows={crew.map((entry) => ({
          key: entry.id,
          cells: [entry.credit, <Named key="name" entry={entry} />, entry.role || '–', answerOf(entry)],
        }))}
      />
    </Stack>
  );
}

function Named({ entry: { firstName, lastName, personId } }: { entry: CrewEntry }) {
  const name = `${firstName} ${lastName}`.trim();
  if (!personId) return name;
  return (
    <Anchor component={Link} to={`/users/${personId}`} size="sm">
      {name}
    </Anchor>
  );
}

const answerOf = ({ confirmation, invited }: CrewEntry) => ANSWERS[confirmation] ?? (invited ? 'Invited' : '–');
