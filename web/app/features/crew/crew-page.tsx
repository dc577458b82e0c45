import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { Pencil, Search, SearchX, Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigation } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { useTypedAddress } from '../../data/use-typed-address.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { filmCrumbs } from '../film/film-crumbs.ts';
import { type FilmHead, filmPath } from '../film/film-view.ts';
import { useFilmAccess } from '../film/use-film-access.ts';
import { ClaimButton } from './claim-button.tsx';
import { CreditClaims } from './credit-claims.tsx';
import { CrewLine } from './crew-line.tsx';
import { type Credited, type CrewView, crewView, peopleOf } from './crew-view.ts';
import { InviteDialog } from './editor-actions.tsx';
import { useOwnClaims } from './use-own-claims.ts';

export const CREW_PAGE_SIZE = 50;

export type CrewList = { crew: CrewView[]; nextCursor: string; byText: boolean };

/** Everybody who made a film; its creator invites them, and they claim their credits [FLM-04, FLM-05]. */
export function CrewPage({ film, query, list }: { film: FilmHead; query: string; list: CrewList }) {
  const { access } = useFilmAccess(film.id);
  const canEdit = access.state === 'ready' && access.value.canEdit;
  const pending = useNavigation().location?.pathname === `/feed/${film.id}/crew`;
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle
        title={_('Cast and crew')}
        lead={film.title}
        crumbs={filmCrumbs(film)}
        actions={
          canEdit ? (
            <a href={`/content/${film.id}/credits`} className={buttonClass('primary')}>
              <Pencil aria-hidden className="size-4" />
              {_('Edit credits')}
            </a>
          ) : null
        }
      />
      {canEdit ? <CreditClaims filmId={film.id} /> : null}
      {query || list.crew.length > 0 ? <CrewSearch film={film} query={query} /> : null}
      <div
        aria-busy={pending}
        className={classNames('transition-opacity duration-(--steady)', pending && 'opacity-50')}
      >
        <CrewEntries key={query} film={film} query={query} list={list} canEdit={canEdit} />
      </div>
    </div>
  );
}

function CrewSearch({ film, query }: { film: FilmHead; query: string }) {
  const { follow, followLater } = useTypedAddress();
  const addressOf = (text: string) => {
    const params = new URLSearchParams({
      ...(film.preview ? { preview: '1' } : {}),
      ...(text.trim() ? { q: text.trim() } : {}),
    });
    return `${filmPath({ ...film, preview: false }, 'crew')}${params.size > 0 ? `?${params}` : ''}`;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form that searches; older readers know the role and not the element.
    <form
      role="search"
      className="max-w-xl"
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        follow(addressOf(new FormData(event.currentTarget).get('q')?.toString() ?? ''));
      }}
    >
      <TextField
        label={_('Search cast and crew')}
        hideLabel
        optional
        type="search"
        name="q"
        autoComplete="off"
        placeholder={_('Name, credit or role')}
        prefix={<Search aria-hidden className="size-5" />}
        defaultValue={query}
        maxLength={100}
        onChange={(event) => {
          const text = event.currentTarget.value;
          followLater(() => addressOf(text));
        }}
      />
    </form>
  );
}

type EntriesProps = { film: FilmHead; query: string; list: CrewList; canEdit: boolean };

function CrewEntries({ film, query, list, canEdit }: EntriesProps) {
  const shown = useMore(
    { items: list.crew, nextCursor: list.nextCursor },
    {
      method: CatalogueService.method.listCrew,
      request: (cursor) => ({ filmId: film.id, query, pageSize: CREW_PAGE_SIZE, cursor }),
      page: ({ crew, nextCursor }) => ({ items: crew.map(crewView), nextCursor }),
    },
  );
  const [changed, setChanged] = useState<Record<string, CrewView>>({});
  const signedIn = useCurrentUser().state === 'account';
  const claims = useOwnClaims(film.id, signedIn);
  const entries = shown.items.map((entry) => changed[entry.id] ?? entry);
  const actionsOf = ({ credits }: Credited) => {
    if (canEdit) return <InviteFirst film={film} credits={credits} byText={list.byText} onChanged={keep} />;
    if (!signedIn) return null;
    return credits.map((entry) => (
      <ClaimButton key={entry.id} film={film} entry={entry} claims={claims} oneOf={credits.length} />
    ));
  };
  const keep = (next: CrewView) => setChanged((now) => ({ ...now, [next.id]: next }));
  if (entries.length === 0) {
    return query ? (
      <EmptyState icon={<SearchX aria-hidden />} title={_('No one matches your search')} />
    ) : (
      <EmptyState icon={<Users aria-hidden />} title={_(CREW_MESSAGES.crewEmpty)}>
        {canEdit ? _('Add the people who made this film, then invite them to confirm their credits.') : null}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={_('Cast and crew')} className="grid gap-x-12 lg:grid-cols-2">
        {peopleOf(entries).map((person) => (
          <CrewLine key={person.key} person={person} actions={person.personId ? null : actionsOf(person)} />
        ))}
      </ul>
      <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more of the crew.')}>
        {_('{count, plural, one {One credit.} other {# credits.}}', { count: entries.length })}
      </ListEnd>
    </>
  );
}

/** One mail is enough for somebody with several credits. */
function InviteFirst({
  film,
  credits,
  byText,
  onChanged,
}: {
  film: FilmHead;
  credits: CrewView[];
  byText: boolean;
  onChanged: (entry: CrewView) => void;
}) {
  const entry = credits.find(({ invited }) => invited) ?? credits[0];
  return entry ? <InviteDialog film={film} entry={entry} byText={byText} onChanged={onChanged} /> : null;
}
