import { ClaimState, type CreditClaim, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { Clapperboard } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { ListEnd } from '../../data/list-end.tsx';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { useMore } from '../../data/use-more.ts';
import { _, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

export const CREDITS_PAGE_SIZE = 50;

const STATES = {
  [ClaimState.UNSPECIFIED]: { label: msg('Waiting for you'), tone: 'action' },
  [ClaimState.OPEN]: { label: msg('Waiting for you'), tone: 'action' },
  [ClaimState.ACCEPTED]: { label: msg('Accepted'), tone: 'good' },
  [ClaimState.DECLINED]: { label: msg('Declined'), tone: 'neutral' },
} as const;

const DONE = {
  [ClaimState.UNSPECIFIED]: msg('Your answer was taken back.'),
  [ClaimState.OPEN]: msg('Your answer was taken back.'),
  [ClaimState.ACCEPTED]: msg('The credit shows who you are.'),
  [ClaimState.DECLINED]: msg('The credit does not show who you are.'),
} as const;

type Props = {
  first: CreditClaim[];
  cursor: string;
  /** What an invitation asks, before the rest. */
  invitation?: ReactNode;
};

/** /credits: the credits that name the viewer, each with their answer, which they can change [FLM-05] [PRO-20]. */
export function OwnCredits({ first, cursor, invitation }: Props) {
  const shown = useMore(
    { items: first, nextCursor: cursor },
    {
      method: CrewService.method.listOwnCredits,
      request: (next) => ({ pageSize: CREDITS_PAGE_SIZE, cursor: next }),
      page: (answer) => ({ items: answer.credits, nextCursor: answer.nextCursor }),
    },
  );
  const { stateOf, answer, isSaving } = useAnswers();
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <PageTitle
        title={_('Credits')}
        lead={_('Films that name you. A credit shows your picture and counts as confirmed only if you accept it.')}
      />
      {invitation}
      {shown.items.length === 0 ? (
        invitation ? null : (
          <EmptyState
            icon={<Clapperboard aria-hidden />}
            title={_('No film names you yet')}
            action={<LinkButton to="/films">{_('Look at films')}</LinkButton>}
          >
            {_(
              'When a filmmaker names you in the credits, you decide here. You can also claim a credit on a film’s page.',
            )}
          </EmptyState>
        )
      ) : (
        <>
          <ul aria-label={_('Credits')} className="grid">
            {shown.items.map((credit) => (
              <CreditLine
                key={credit.id}
                credit={credit}
                state={stateOf(credit)}
                saving={isSaving(credit)}
                onAnswer={(next) => void answer(credit, next)}
              />
            ))}
          </ul>
          <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more of your credits.')}>
            {_('{count, plural, one {One credit.} other {# credits.}}', { count: shown.items.length })}
          </ListEnd>
        </>
      )}
    </div>
  );
}

/** The viewer's answers since the page was loaded; each shows at once and can be taken back. */
function useAnswers() {
  const [answers, setAnswers] = useState<Record<string, ClaimState>>({});
  // Two answers to one credit on the way could arrive in either order.
  const [saving, setSaving] = useState<readonly string[]>([]);
  const stateOf = ({ id, state }: CreditClaim) => answers[id] ?? state;
  const answer = async (credit: CreditClaim, next: ClaimState, before: ClaimState = stateOf(credit)) => {
    const show = (state: ClaimState) => setAnswers((now) => ({ ...now, [credit.id]: state }));
    setSaving((now) => [...now, credit.id]);
    const isSaved = await optimisticallyOrToast(
      () => {
        show(next);
        return () => show(before);
      },
      () => client(CrewService).answerCredit({ claimId: credit.id, answer: next }),
      _('We failed to save your answer. Please try again.'),
    );
    setSaving((now) => now.filter((id) => id !== credit.id));
    if (!isSaved) return;
    toast({
      message: _(DONE[next]),
      tone: next === ClaimState.ACCEPTED ? 'good' : 'neutral',
      undo: () => void answer(credit, before, next),
    });
  };
  return { stateOf, answer, isSaving: ({ id }: CreditClaim) => saving.includes(id) };
}

type LineProps = { credit: CreditClaim; state: ClaimState; saving: boolean; onAnswer: (state: ClaimState) => void };

function CreditLine({ credit, state, saving, onAnswer }: LineProps) {
  const { filmId, filmTitle, filmVisible, entry, makerName } = credit;
  const about = `${entry?.credit ?? ''}, ${filmTitle}`;
  const { label, tone } = STATES[state];
  const buttons = useRef<HTMLDivElement>(null);
  const answered = useRef(false);
  const press = (next: ClaimState) => {
    if (saving) return;
    answered.current = true;
    onAnswer(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer removes the button that was pressed.
  useEffect(() => {
    if (answered.current && document.activeElement === document.body) buttons.current?.querySelector('button')?.focus();
  }, [state]);
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3 border-line border-b py-4">
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <span className="wrap-anywhere font-title text-lead">
          {filmVisible ? (
            <a href={`/feed/${filmId}/crew`} className="underline-offset-4 hover:underline">
              {filmTitle}
            </a>
          ) : (
            filmTitle
          )}
        </span>
        <span className="wrap-anywhere text-ink-muted text-small">
          {`${entry?.credit ?? ''}: ${entry?.firstName ?? ''} ${entry?.lastName ?? ''}`}
          {entry?.role && entry.role !== entry.credit ? ` · ${entry.role}` : ''}
          {filmVisible ? '' : ` · ${_('not published yet')}`}
        </span>
        {makerName ? (
          <span className="wrap-anywhere text-ink-muted text-small">{_('Named by {makerName}', { makerName })}</span>
        ) : null}
      </div>
      <Badge tone={tone}>{_(label)}</Badge>
      <div ref={buttons} className="flex gap-2">
        {state === ClaimState.DECLINED ? null : (
          <Button
            size="small"
            aria-disabled={saving}
            aria-label={`${state === ClaimState.ACCEPTED ? _('Withdraw') : _('Decline')}: ${about}`}
            onClick={() => press(ClaimState.DECLINED)}
          >
            {state === ClaimState.ACCEPTED ? _('Withdraw') : _('Decline')}
          </Button>
        )}
        {state === ClaimState.ACCEPTED ? null : (
          <Button
            size="small"
            variant="primary"
            aria-disabled={saving}
            aria-label={_('Accept: {about}', { about })}
            onClick={() => press(ClaimState.ACCEPTED)}
          >
            {_('Accept')}
          </Button>
        )}
      </div>
    </li>
  );
}
