import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type CoinMovement,
  CoinReason,
  CoinService,
  type GetMyCoinsResponse,
} from '@marquee/contracts/rewards/v1/coins_pb';
import { Coins } from 'lucide-react';
import { Link } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { NotReady } from '../../data/not-ready.tsx';
import { useMore } from '../../data/use-more.ts';
import { useOwn } from '../../data/use-own.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { coinsText, movedText } from './coins-text.ts';

const PAGE_SIZE = 24;
const FIRST = { pageSize: PAGE_SIZE, cursor: '' };

/** What the viewer has of coins, and where each of them came from and went to, the newest first [REW-06:movements]. */
export function CoinMovements() {
  const { own, retry } = useOwn(CoinService.method.getMyCoins, FIRST);
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-64"
        loading={_('Loading your coins')}
        failed={_('We failed to load your coins.')}
      />
    );
  return <Movements first={own.value} />;
}

function Movements({ first: { balance, held, movements, nextCursor } }: { first: GetMyCoinsResponse }) {
  const list = useMore(
    { items: movements, nextCursor },
    {
      method: CoinService.method.getMyCoins,
      request: (cursor) => ({ pageSize: PAGE_SIZE, cursor }),
      page: ({ movements: items, nextCursor: next }) => ({ items, nextCursor: next }),
    },
  );
  if (list.items.length === 0 && !list.hasMore) {
    return (
      <EmptyState
        icon={<Coins aria-hidden />}
        title={_('You have no coins yet')}
        action={<LinkButton to="/profile/edit">{_('Edit profile')}</LinkButton>}
      >
        {_('You earn the first ones with a profile picture, and with your name and a few lines about you.')}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <p>
        {_('You currently have {coins}.', { coins: coinsText(balance) })}
        {held > 0n
          ? ` ${_('{count, plural, one {Beside them, {coins} is held until your unlock is done.} other {Beside them, {coins} are held until your unlock is done.}}', { count: Number(held), coins: coinsText(held) })}`
          : ''}
      </p>
      <ul aria-label={_('Movements of your coins')} className="grid border-line border-t">
        {list.items.map((movement) => (
          <Movement key={movement.id} movement={movement} />
        ))}
      </ul>
      <ListEnd list={list} more={_('Show more')} failed={_('We failed to load more of your coins.')}>
        {_('{count, plural, one {One movement.} other {# movements.}}', { count: list.items.length })}
      </ListEnd>
    </div>
  );
}

function Movement({ movement }: { movement: CoinMovement }) {
  const { coins, held, at } = movement;
  return (
    <li className="flex items-baseline justify-between gap-4 border-line border-b py-3">
      <span className="grid min-w-0 gap-0.5">
        <Subject movement={movement} />
        <span className="text-ink-muted text-small">
          {kindText(movement)}
          {at ? (
            <>
              {' · '}
              <Moment date={timestampDate(at)} />
            </>
          ) : null}
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-2">
        {held ? <Badge tone="warn">{_('Held')}</Badge> : null}
        <span className="tabular font-medium">{movedText(coins)}</span>
      </span>
    </li>
  );
}

const EARNED_BY: Partial<Record<CoinReason, Message>> = {
  [CoinReason.PROFILE_PICTURE]: msg('Your first profile picture'),
  [CoinReason.NAME_AND_BIO]: msg('Your name and a few lines about you'),
};

/** What a movement was about: a film, or what earned it. */
function Subject({ movement: { reason, itemId, itemTitle } }: { movement: CoinMovement }) {
  if (itemId === '') return <span className="font-medium">{_(EARNED_BY[reason] ?? msg('Coins'))}</span>;
  return (
    <Link to={`/feed/${itemId}`} className="wrap-anywhere font-medium hover:underline">
      {itemTitle || _('A film')}
    </Link>
  );
}

function kindText({ reason, coins, held }: CoinMovement): string {
  if (held) return _('For an unlock');
  if (reason === CoinReason.UNLOCK_RETURNED) return _('Coins that went back to you');
  return coins < 0n ? _('Spent') : _('Earned');
}
