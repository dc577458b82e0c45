import type { DoorVerdict } from '@marquee/rules/doors';
import { Check, History, type LucideIcon, RotateCcw, ShieldX, TicketX, X } from 'lucide-react';
import { formatClock } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Decision } from './door-store.ts';

type Look = { title: string; text: string; icon: LucideIcon; tone: string };

const GOOD = 'bg-good-wash text-good-ink';
const WARN = 'bg-warn-wash text-warn-ink';
const DANGER = 'bg-danger-wash text-danger-ink';

const looks = (eventName: string): Record<Exclude<DoorVerdict, 'ALREADY_IN'>, Look> => ({
  ADMITTED: { title: _('Welcome in'), text: _('The ticket is valid.'), icon: Check, tone: GOOD },
  REPLACED: {
    ...{ title: _('No longer valid'), icon: History, tone: DANGER },
    text: _('This ticket was passed on. Ask for the new code of who has it now.'),
  },
  REFUNDED: {
    ...{ title: _('Given back'), icon: RotateCcw, tone: DANGER },
    text: _('This ticket was given back for its money.'),
  },
  OTHER_EVENT: {
    ...{ title: _('Another event'), icon: TicketX, tone: DANGER },
    text: _('This ticket is not for {event}.', { event: eventName }),
  },
  FORGED: { title: _('Not genuine'), text: _('This code was not made by Marquee.'), icon: ShieldX, tone: DANGER },
  NOT_A_TICKET: { title: _('Not a ticket'), text: _('This is not the code of a ticket.'), icon: X, tone: DANGER },
});

function lookOf({ verdict, first, firstWasShutOut }: Decision, eventName: string, timeZone: string): Look {
  if (verdict !== 'ALREADY_IN') return looks(eventName)[verdict];
  const where = { time: formatClock(new Date(first?.at ?? 0), timeZone), door: first?.doorName ?? '' };
  const text = firstWasShutOut
    ? _('Since {time}, by {door}, a device that was shut out since. Ask a manager.', where)
    : _('Since {time}, by {door}.', where);
  return { title: _('Already in'), text, icon: TicketX, tone: WARN };
}

/** What the door has said last, large enough to be read at arm's length. */
export function VerdictView({
  decision,
  count,
  eventName,
  timeZone,
}: {
  decision: Decision | undefined;
  /** Of verdicts until now, so that the same one again is announced again. */
  count: number;
  eventName: string;
  timeZone: string;
}) {
  const look = decision && lookOf(decision, eventName, timeZone);
  const Icon = look?.icon;
  return (
    <div role="status" aria-live="assertive" aria-atomic className="min-h-32">
      {look && Icon ? (
        <div
          key={count}
          data-verdict={decision.verdict}
          className={classNames('flex min-h-32 items-center gap-5 rounded-panel px-5 py-4', look.tone)}
        >
          <Icon aria-hidden className="size-14 shrink-0" strokeWidth={2.5} />
          <div className="grid min-w-0 gap-1">
            <p className="font-title text-title">{look.title}</p>
            <p className="wrap-anywhere">{look.text}</p>
          </div>
        </div>
      ) : (
        <div className="grid min-h-32 place-items-center rounded-panel bg-raised px-5 text-center text-ink-muted">
          {_('Hold the code of a ticket into the picture.')}
        </div>
      )}
    </div>
  );
}
