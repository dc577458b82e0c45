import {
  type Ballot,
  BallotState,
  type ListVoteRecordsResponse,
  type VoteRecord,
  VoteService,
} from '@marquee/contracts/festival/v1/vote_pb';
import { useState } from 'react';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { formatCount } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { TextField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { VoteResults } from './vote-results.tsx';

const pageOf = ({ records, nextCursor }: ListVoteRecordsResponse): Page<VoteRecord> => ({ items: records, nextCursor });

/** The chain of a ballot, which anybody may check without learning who voted for what [FES-10:audit]. */
export function VoteRecordsPage({ ballot, records }: { ballot: Ballot; records: ListVoteRecordsResponse }) {
  const [first] = useState(() => pageOf(records));
  const more = useMore(first, {
    method: VoteService.method.listVoteRecords,
    request: (cursor) => ({ ballotId: ballot.id, cursor }),
    page: pageOf,
  });
  const [receipt, setReceipt] = useState('');
  const sought = receipt.trim().toLowerCase();
  const titles = new Map(ballot.results.map(({ filmId, filmTitle }) => [filmId, filmTitle]));
  return (
    <div className="page grid max-w-4xl gap-8 py-8">
      <PageTitle
        title={_('Records of the vote')}
        lead={ballot.blockName ? `${ballot.eventName}: ${ballot.blockName}` : ballot.eventName}
        crumbs={[{ href: `/festivals/${ballot.festivalId}`, label: _('Festival') }]}
      />
      <p className="text-ink-muted">
        {_(
          'Each record holds the SHA-256 hash of a vote with its salt, and the hash of the chain up to it. What was voted for is opened when the vote is counted; who voted never is.',
        )}
      </p>
      {ballot.chainHead ? (
        <p className="grid gap-1">
          <span>{_('Head of the chain')}</span>
          <code className="break-all text-small">{ballot.chainHead}</code>
        </p>
      ) : null}
      {ballot.state === BallotState.COUNTED ? <VoteResults ballot={ballot} /> : null}
      {more.items.length === 0 ? (
        <EmptyState title={_('No votes yet')}>{_('Records appear here within seconds of a vote.')}</EmptyState>
      ) : (
        <>
          <TextField
            label={_('Find your receipt')}
            value={receipt}
            onChange={(event) => setReceipt(event.target.value)}
            autoComplete="off"
            optional
          />
          <ol className="grid gap-2">
            {more.items
              .filter(({ commitment }) => sought === '' || commitment.startsWith(sought))
              .map((record) => (
                <li key={record.commitment} className="grid gap-1 rounded-panel bg-raised px-4 py-3 text-small">
                  <span className="flex flex-wrap justify-between gap-3">
                    <span className="tabular">{_('Record {number}', { number: formatCount(record.number) })}</span>
                    {record.filmId ? (
                      <span>
                        {titles.get(record.filmId) ?? record.filmId}
                        {record.score > 0 ? ` · ${record.score}` : ''}
                      </span>
                    ) : null}
                  </span>
                  <code className="break-all">{record.commitment}</code>
                  <code className="break-all text-ink-muted">{record.hash}</code>
                </li>
              ))}
          </ol>
          <ListEnd list={more} more={_('More records')} failed={_('Failed to load the records')}>
            {_('The chain ends here for now.')}
          </ListEnd>
        </>
      )}
    </div>
  );
}
