import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { Department } from '@marquee/contracts/film/v1/film_pb';
import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { _, msg } from '../../language/words.ts';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { AddCreditForm } from './add-credit-form.tsx';
import { BillingList } from './billing-list.tsx';
import { CreditClaims } from './credit-claims.tsx';
import type { CrewView } from './crew-view.ts';
import { EditorActions } from './editor-actions.tsx';

const TITLES = [
  [Department.DIRECTION, msg('Direction')],
  [Department.WRITING, msg('Writing')],
  [Department.CAST, msg('Cast')],
  [Department.CREW, msg('Crew')],
] as const;

type Film = { id: string; title: string };

/** The credits of a film for who edits it, released or not: claims, a form for the next, and the billing order [STU-03]. */
export function StudioCredits({ film, crew, byText }: { film: Film; crew: CrewView[]; byText: boolean }) {
  const { entries, change, order, saving } = useCredits(film.id, crew);
  return (
    <div className="grid gap-12">
      <CreditClaims filmId={film.id} />
      <section aria-labelledby="add" className="grid max-w-3xl gap-5">
        <h2 id="add" className="font-title text-heading">
          {_('Add a credit')}
        </h2>
        <AddCreditForm filmId={film.id} onAdded={(entry) => change((now) => [...now, entry])} />
      </section>
      {entries.length === 0 ? (
        <EmptyState icon={<Users aria-hidden />} title={_(CREW_MESSAGES.crewEmpty)}>
          {_('Add the people who made this film, then invite them to confirm their credits.')}
        </EmptyState>
      ) : null}
      {TITLES.map(([department, title]) => {
        const own = entries.filter((entry) => entry.department === department);
        return own.length === 0 ? null : (
          <BillingList
            key={department}
            title={_(title)}
            entries={own}
            saving={saving}
            onOrder={(next) => void order(department, own, next)}
            actions={(entry) => (
              <EditorActions
                film={film}
                entry={entry}
                byText={byText}
                onChanged={(next) =>
                  change((now) => now.flatMap((one) => (one.id !== entry.id ? [one] : next ? [next] : [])))
                }
              />
            )}
          />
        );
      })}
    </div>
  );
}

/** The credits as they are shown: changes show at once, an order that was not saved is taken back. */
function useCredits(filmId: string, crew: CrewView[]) {
  const { revalidate } = useRevalidator();
  const [entries, setEntries] = useState(crew);
  const [saving, during] = usePending();
  useEffect(() => setEntries(crew), [crew]);

  const order = async (department: Department, seen: CrewView[], next: CrewView[], isUndo = false) => {
    const show = (own: CrewView[]) =>
      setEntries((now) => [...now.filter((entry) => entry.department !== department), ...own]);
    const request = { filmId, department, crewIds: idsOf(next), seenCrewIds: idsOf(seen) };
    show(next);
    return during(async () => {
      try {
        await client(CrewService).orderCrew(request);
        toast({
          message: isUndo ? _('The order is as it was.') : _('The order was saved.'),
          undo: isUndo ? undefined : () => void order(department, next, seen, true),
        });
      } catch (error) {
        show(seen);
        toast({ message: messageOf(error, _('We failed to save the order. Please try again later.')), tone: 'danger' });
        // Another window may have changed the credits.
        await revalidate();
      }
    });
  };
  return { entries, change: setEntries, order, saving };
}

const idsOf = (entries: readonly CrewView[]) => entries.map(({ id }) => id);
