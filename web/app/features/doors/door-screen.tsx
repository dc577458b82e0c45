import { DOOR_MESSAGES } from '@marquee/rules/doors';
import { CloudOff, CloudUpload, RefreshCw, TriangleAlert } from 'lucide-react';
import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { formatClock, formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { prepareReader } from './camera-reader.ts';
import { CameraView } from './camera-view.tsx';
import { allowSounds, signalVerdict } from './door-signal.ts';
import type { Conflict, Decision } from './door-store.ts';
import { keepPage } from './keep-page.ts';
import type { DoorState } from './use-door.ts';
import { VerdictView } from './verdict-view.tsx';

type Props = { state: DoorState; check: (code: string) => Promise<Decision>; refresh: () => void; leave: () => void };

/** The door itself: a code comes in, a yes or a no comes out, with a connection or without one [TIC-07] [FES-11]. */
export function DoorScreen({ state, check, refresh, leave }: Props) {
  const { door, conflicts } = state;
  const [said, setSaid] = useState<{ decision: Decision; count: number }>();
  const [problem, setProblem] = useState('');
  const isReady = door.publicKey !== '';
  const onCode = useCallback(
    async (code: string) => {
      try {
        const decision = await check(code);
        signalVerdict(decision.verdict === 'ADMITTED');
        setProblem('');
        setSaid((before) => ({ decision, count: (before?.count ?? 0) + 1 }));
      } catch {
        setProblem(_('This device could not keep the scan. Let nobody in by it: reload the page.'));
      }
    },
    [check],
  );
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 tabIndex={-1} className="wrap-anywhere font-title text-heading">
          {door.eventName}
        </h1>
        <p className="text-ink-muted text-small">{door.name}</p>
      </header>
      <DoorRefusal refusal={door.refusal} />
      {problem ? (
        <Banner tone="danger" urgent>
          {problem}
        </Banner>
      ) : null}
      {isReady ? (
        <>
          <VerdictView
            decision={said?.decision}
            count={said?.count ?? 0}
            eventName={door.eventName}
            timeZone={door.timeZone}
          />
          <CameraView onCode={onCode} />
          <CodeForm onCode={onCode} />
        </>
      ) : (
        <Banner tone="warn" action={<Button onClick={refresh}>{_('Try again')}</Button>}>
          {_('This device needs a connection once, to learn how tickets are proven.')}
        </Banner>
      )}
      <DoorStatus state={state} refresh={refresh} />
      <ConflictList conflicts={conflicts} timeZone={door.timeZone} />
      <LeaveDoor waiting={state.waiting} isRefused={door.refusal !== ''} onLeave={leave} />
    </div>
  );
}

function DoorRefusal({ refusal }: { refusal: string }) {
  if (refusal === '') return null;
  const texts: Record<string, string> = {
    DOOR_SHUT_OUT: _(DOOR_MESSAGES.shutOut),
    DOOR_OVER: _(DOOR_MESSAGES.over),
  };
  return (
    <Banner tone="danger" urgent icon={<TriangleAlert aria-hidden />}>
      {texts[refusal] ?? _('The server does not know this device any more. It can no longer check tickets.')}
    </Banner>
  );
}

/** For what reads codes as a keyboard does, and for cameras that are broken. */
function CodeForm({ onCode }: { onCode: (code: string) => Promise<unknown> }) {
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    allowSounds();
    const code = field.current?.value.trim() ?? '';
    if (code === '') return;
    await onCode(code);
    field.current?.select();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <TextField
        ref={field}
        label={_('Code')}
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={_('Typed, pasted or from a reader')}
      />
      <Button type="submit" className="min-h-12">
        {_('Check')}
      </Button>
    </form>
  );
}

/** Whether the door is in step with the others, and whether it opens without a network. */
function DoorStatus({ state: { door, waiting, result }, refresh }: { state: DoorState; refresh: () => void }) {
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => {
    if (!door.publicKey) return;
    // What reads pictures is loaded now: later there may be no network.
    prepareReader()
      .then(keepPage)
      .then(setKept, () => setKept(false));
  }, [door.publicKey]);
  const isUnreached = result === 'LATER';
  return (
    <section aria-label={_('State of this door')} className="grid gap-2 text-small">
      <p className="text-ink">
        <strong className="tabular">{_('{count} of {total} in', { count: door.admitted, total: door.tickets })}</strong>
      </p>
      <p role="status" className="flex gap-2 text-ink-muted">
        {isUnreached ? (
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
        ) : (
          <CloudUpload aria-hidden className="mt-0.5 size-4 shrink-0" />
        )}
        <span>
          {isUnreached
            ? _('Without a connection. The door works on, and tells the others later.')
            : _('In step with the other doors.')}
          {waiting > 0
            ? ` ${_('{count, plural, one {# scan waits to be sent.} other {# scans wait to be sent.}}', { count: waiting })}`
            : null}
        </span>
      </p>
      <p className="text-ink-muted">
        {door.syncedAt > 0
          ? _('Last heard of the server: {time}', { time: formatMoment(new Date(door.syncedAt), door.timeZone) })
          : _('The server was not heard of yet.')}
      </p>
      {isKept === undefined ? null : (
        <p className="text-ink-muted">
          {isKept
            ? _('This page opens without a connection.')
            : _('This page does not open without a connection: keep it open.')}
        </p>
      )}
      <div>
        <Button size="small" icon={<RefreshCw aria-hidden className="size-4" />} onClick={refresh}>
          {_('Sync now')}
        </Button>
      </div>
    </section>
  );
}

/** Tickets that this door and another one have let in, without knowing of each other [TIC-07]. */
function ConflictList({ conflicts, timeZone }: { conflicts: readonly Conflict[]; timeZone: string }) {
  if (conflicts.length === 0) return null;
  return (
    <section aria-label={_('Let in twice')} className="grid gap-2 rounded-panel bg-warn-wash px-4 py-3 text-warn-ink">
      <h2 className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-5" />
        {_('{count, plural, one {One ticket was let in twice} other {# tickets were let in twice}}', {
          count: conflicts.length,
        })}
      </h2>
      <ul className="grid gap-2 text-small">
        {conflicts.map(({ userTicketId, scans }) => (
          <li key={userTicketId} className="grid">
            <span>{_('Ticket ending in {end}', { end: userTicketId.slice(-6) })}</span>
            {scans.map(({ id, at, doorName }) => (
              <span key={id} className="tabular">
                {_('{time}, {door}', { time: formatClock(new Date(at), timeZone), door: doorName })}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LeaveDoor({ waiting, isRefused, onLeave }: { waiting: number; isRefused: boolean; onLeave: () => void }) {
  return (
    <ConfirmDialog
      title={_('Use this device for another door?')}
      description={
        waiting > 0 && !isRefused
          ? _(
              '{count, plural, one {# scan was not sent yet and would be lost.} other {# scans were not sent yet and would be lost.}}',
              { count: waiting },
            )
          : _('It forgets this event. Everything was sent.')
      }
      trigger={
        <Button size="small" variant="quiet">
          {_('Another door')}
        </Button>
      }
      confirmLabel={_('Forget this door')}
      destructive={waiting > 0 && !isRefused}
      onConfirm={onLeave}
    />
  );
}
