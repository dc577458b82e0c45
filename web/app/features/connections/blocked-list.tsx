import { type BlockedAccount, BlockService } from '@marquee/contracts/identity/v1/block_pb';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { ListEnd } from '../../data/list-end.tsx';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { type Page, useMore } from '../../data/use-more.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { noteBlocked, noteUnblocked } from './blocked-here.ts';
import { dateOf, nameOf, PersonLine } from './person-line.tsx';

export const BLOCKED_PAGE_SIZE = 50;

/** Whom the viewer has blocked, and the way to unblock them [SET-08]. */
export function BlockedList({ first }: { first: Page<BlockedAccount> }) {
  const shown = useMore(first, {
    method: BlockService.method.listBlockedAccounts,
    request: (cursor) => ({ pageSize: BLOCKED_PAGE_SIZE, cursor }),
    page: ({ blocked, nextCursor }) => ({ items: blocked, nextCursor }),
  });
  if (shown.items.length === 0) {
    return (
      <EmptyState icon={<ShieldCheck aria-hidden />} title={_('You have blocked nobody')}>
        {_('You can block somebody from the menu on their profile. They do not learn it.')}
      </EmptyState>
    );
  }
  return (
    <div>
      <ul aria-label={_('Blocked users')} className="grid">
        {shown.items.map((blocked) => (
          <BlockedLine key={blocked.person?.id} blocked={blocked} />
        ))}
      </ul>
      <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more of your list.')}>
        {_('{count, plural, one {One person.} other {All # people.}}', { count: shown.items.length })}
      </ListEnd>
    </div>
  );
}

/** A line stays when its person is unblocked, so that they can be blocked again. */
function BlockedLine({ blocked: { person, blockedAt } }: { blocked: BlockedAccount }) {
  const [isBlocked, setBlocked] = useState(true);
  const [pending, during] = usePending();
  if (!person) return null;
  const name = nameOf(person);
  const set = async (next: boolean) => {
    const { blockAccount, unblockAccount } = client(BlockService);
    const isSaved = await during(() =>
      optimisticallyOrToast(
        () => {
          setBlocked(next);
          return () => setBlocked(!next);
        },
        () => (next ? blockAccount : unblockAccount)({ profileId: person.id }),
        next
          ? _('We failed to block {name}. Please try again.', { name })
          : _('We failed to unblock {name}. Please try again.', { name }),
      ),
    );
    if (!isSaved) return;
    (next ? noteBlocked : noteUnblocked)(person.id);
    toast({
      message: next ? _('{name} is blocked.', { name }) : _('{name} is unblocked.', { name }),
      undo: () => void set(!next),
    });
  };
  return (
    <PersonLine
      person={person}
      linked={!isBlocked}
      detail={isBlocked ? _('Blocked {date}', { date: dateOf(blockedAt) }) : _('Unblocked')}
    >
      <Button
        size="small"
        aria-disabled={pending || undefined}
        aria-label={`${isBlocked ? _('Unblock') : _('Block')}: ${name}`}
        onClick={() => pending || void set(!isBlocked)}
      >
        {isBlocked ? _('Unblock') : _('Block')}
      </Button>
    </PersonLine>
  );
}
