import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { ListEnd } from '../../data/list-end.tsx';
import { NotReady } from '../../data/not-ready.tsx';
import { useMore } from '../../data/use-more.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const PAGE_SIZE = 20;
type Person = { id: string; name: string; picture: string };
type Answered = { people: { id: string; firstName: string; lastName: string; profilePicture: string }[] };

const peopleOf = ({ people }: Answered): Person[] =>
  people.map(({ id, firstName, lastName, profilePicture }) => ({
    ...{ id, name: `${firstName} ${lastName}`.trim(), picture: profilePicture },
  }));

/** Who liked a review and shows themself to the viewer [FLM-14]. */
export function LikersDialog({
  reviewId,
  open,
  onOpenChange,
}: {
  reviewId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const request = { reviewId, pageSize: PAGE_SIZE, cursor: '' };
  const { own, retry } = useOwn(ReviewTalkService.method.listReviewLikes, request, open);
  return (
    <Dialog title={_('Liked by')} open={open} onOpenChange={onOpenChange}>
      {own.state === 'ready' ? (
        <Likers reviewId={reviewId} first={own.value} />
      ) : (
        <NotReady
          {...{ own, retry }}
          className="h-24 w-full"
          loading={_('Loading who liked this')}
          failed={_('We failed to load who liked this.')}
        />
      )}
    </Dialog>
  );
}

function Likers({ reviewId, first }: { reviewId: string; first: Answered & { nextCursor: string } }) {
  const list = useMore(
    { items: first.people, nextCursor: first.nextCursor },
    {
      method: ReviewTalkService.method.listReviewLikes,
      request: (cursor) => ({ reviewId, pageSize: PAGE_SIZE, cursor }),
      page: ({ people, nextCursor }) => ({ items: people, nextCursor }),
    },
  );
  const people = peopleOf({ people: list.items });
  if (people.length === 0) return <p className="text-ink-muted">{_('Nobody who shows their profile.')}</p>;
  return (
    <div className="max-h-96 overflow-y-auto">
      <ul className="grid gap-3">
        {people.map(({ id, name, picture }) => (
          <li key={id}>
            <a href={`/profile/${id}`} className="flex items-center gap-3">
              <Avatar name={name} picture={picture} />
              <span className="truncate">{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <ListEnd list={list} more={_('Show more')} failed={_('We failed to load who liked this.')}>
        {_('That is everybody who shows their profile.')}
      </ListEnd>
    </div>
  );
}
