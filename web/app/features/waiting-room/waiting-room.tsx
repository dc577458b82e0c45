import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type { SaleRoom } from '@marquee/contracts/festival/v1/sale_room_pb';
import { type EnterWaitingRoomResponse, RoomState } from '@marquee/contracts/realtime/v1/waiting_room_pb';
import { Bell, BellRing, DoorOpen, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { sessionHint } from '../../api/browser/page-account.ts';
import { signInPath } from '../../api/viewer.ts';
import { formatCount, formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Countdown, useNow } from '../../ui/countdown.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { prepareTurnSignal, type TurnSignal } from './turn-signal.ts';
import { mayBuy, useWaitingRoom, type WaitingRoomView } from './use-waiting-room.ts';

type Props = {
  eventId: string;
  eventName: string;
  room: SaleRoom;
  /** What is sold, for who is admitted; the admission is '' where the waiting room has been removed. */
  children: (admission: string) => ReactNode;
  /** What somebody can do who came too late. */
  whenSoldOut?: ReactNode;
};

/** Stands in front of a sale: who wants to buy enters, waits for their turn, and then sees what is sold [TIC-06]. */
export function WaitingRoom({ eventId, eventName, room, children, whenSoldOut }: Props) {
  const view = useWaitingRoom(eventId);
  const { answer } = view;
  const state = answer?.state;
  const until = answer?.admittedUntil;
  if (answer && mayBuy(answer)) {
    return (
      <>
        {state === RoomState.ADMITTED ? <Turn view={view} until={until} eventName={eventName} /> : null}
        {children(answer.admission)}
      </>
    );
  }
  return (
    <section
      aria-label={_('Waiting room')}
      className="grid gap-6 rounded-panel border border-line bg-surface p-5 md:p-8"
    >
      {answer ? <Waiting view={view} answer={answer} whenSoldOut={whenSoldOut} eventName={eventName} /> : null}
      {answer ? null : <Door eventId={eventId} room={room} view={view} />}
      {view.error ? (
        <Banner tone="warn" urgent>
          {view.error}
        </Banner>
      ) : null}
      <HowItWorks room={room} answer={answer} />
    </section>
  );
}

/** Who reads their place within seconds need not read when. */
const PLACE_SOON_MS = 5_000;

/** Before entering: when the sale opens, and the way in. */
function Door({ eventId, room, view }: { eventId: string; room: SaleRoom; view: WaitingRoomView }) {
  const navigate = useNavigate();
  const opensAt = room.opensAt && timestampDate(room.opensAt);
  const enter = () => {
    if (sessionHint() === '') void navigate(signInPath(`/events/${eventId}/tickets`));
    else view.enter();
  };
  return (
    <div className="grid justify-items-start gap-4">
      <p className="font-title text-heading">
        {room.seed === '' && opensAt
          ? _('On sale from {moment}.', { moment: formatMoment(opensAt, 'UTC') })
          : _('Tickets are on sale')}
      </p>
      <p className="text-ink-muted">
        {room.seed === ''
          ? _(
              'Come in before the sale opens: everybody who is here by then takes part in a draw for the order. It does not matter who comes first.',
            )
          : _('Many people may be buying at once. Come in, and it will be your turn as soon as there is room.')}
      </p>
      <Button
        variant="primary"
        size="large"
        pending={view.pending}
        icon={<DoorOpen aria-hidden className="size-5" />}
        onClick={enter}
      >
        {_('Enter the waiting room')}
      </Button>
    </div>
  );
}

function Waiting({
  view,
  answer,
  whenSoldOut,
  eventName,
}: {
  view: WaitingRoomView;
  answer: EnterWaitingRoomResponse;
  whenSoldOut: ReactNode;
  eventName: string;
}) {
  switch (answer.state) {
    case RoomState.REGISTERED:
      return <Registered view={view} answer={answer} eventName={eventName} />;
    case RoomState.SOLD_OUT:
      return (
        <div className="grid gap-4">
          <Banner tone="warn">
            {_('All tickets are sold. We are sorry that there were not enough for everybody.')}
          </Banner>
          {whenSoldOut}
          <LeaveButton pending={view.pending} onClick={view.leave} />
        </div>
      );
    case RoomState.GONE:
      return (
        <div className="grid justify-items-start gap-4">
          <p role="status" className="text-lead">
            {_('Your turn is over, or you have left. If you wait again, you start at the end.')}
          </p>
          <Button variant="primary" pending={view.pending} onClick={() => view.enter(true)}>
            {_('Wait again')}
          </Button>
        </div>
      );
    default:
      return <InLine view={view} answer={answer} eventName={eventName} />;
  }
}

function Registered({
  view,
  answer,
  eventName,
}: {
  view: WaitingRoomView;
  answer: EnterWaitingRoomResponse;
  eventName: string;
}) {
  const now = useNow(true);
  const leftMs =
    answer.opensAt && now !== undefined ? timestampDate(answer.opensAt).getTime() - now - view.aheadMs : undefined;
  const placeMs = (view.asksAt ?? 0) - (now ?? 0);
  return (
    <div className="grid gap-4">
      <p className="grid gap-1">
        <span role="status" className="font-title text-heading">
          {_('You are in')}
        </span>
        {leftMs !== undefined && leftMs > 0 ? (
          <span className="text-ink-muted">
            {_('The sale opens')} <Countdown ms={leftMs} />
          </span>
        ) : null}
        {leftMs !== undefined && leftMs <= 0 ? <span role="status">{_('Drawing the order…')}</span> : null}
        {leftMs !== undefined && leftMs <= 0 && placeMs > PLACE_SOON_MS && !view.error ? (
          <span className="text-ink-muted">
            {_('You will read your place')} <Countdown ms={placeMs} />
          </span>
        ) : null}
      </p>
      <p className="text-ink-muted text-small">
        {_('{count, plural, one {# person is here.} other {# people are here.}}', { count: answer.waiting })}{' '}
        {_(
          'Your entry counts once for your account, in however many tabs. You can reload this page or close it and come back.',
        )}
      </p>
      <Actions view={view} eventName={eventName} />
    </div>
  );
}

function InLine({
  view,
  answer,
  eventName,
}: {
  view: WaitingRoomView;
  answer: EnterWaitingRoomResponse;
  eventName: string;
}) {
  const { place, waiting, restoringUntil, allHeld } = answer;
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-1">
        <p className="text-ink-muted text-small">{_('Your place')}</p>
        <p className="tabular font-title text-title">{formatCount(place)}</p>
        <p className="text-ink-muted">
          {[
            estimateText(answer),
            _('{count, plural, one {# person waits.} other {# people wait.}}', { count: waiting }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      {restoringUntil ? (
        <Banner tone="warn">
          {_(
            'The queue had a fault and is being put together again. Nobody is let in until everybody has their place back, so yours may change for some minutes.',
          )}
        </Banner>
      ) : null}
      {allHeld ? (
        <Banner>{_('All tickets that are left are being paid for right now. Some may come back.')}</Banner>
      ) : null}
      {view.slower && !restoringUntil ? (
        <Banner>{_('It takes longer than we said: fewer people are buying at once at the moment.')}</Banner>
      ) : null}
      <Actions view={view} eventName={eventName} />
    </div>
  );
}

function estimateText({ estimateSeconds, allHeld, restoringUntil }: EnterWaitingRoomResponse): string {
  if (restoringUntil || allHeld) return '';
  if (estimateSeconds === undefined) return _('We cannot say yet how long it takes.');
  if (estimateSeconds < 60) return _('less than a minute');
  return _('{count, plural, one {about # minute} other {about # minutes}}', { count: Math.ceil(estimateSeconds / 60) });
}

/** One signal for the page, wherever it was asked for. */
let signal: TurnSignal | undefined;

function Actions({ view, eventName }: { view: WaitingRoomView; eventName: string }) {
  const [isPrepared, setIsPrepared] = useState(signal !== undefined);
  const prepare = async () => {
    signal ??= await prepareTurnSignal();
    setIsPrepared(true);
  };
  return (
    <div className="flex flex-wrap gap-3">
      {isPrepared ? (
        <p role="status" className="flex items-center gap-2 text-small">
          <BellRing aria-hidden className="size-4" />
          {_('You will hear a sound when it is your turn for {event}.', { event: eventName })}
        </p>
      ) : (
        <Button icon={<Bell aria-hidden className="size-4" />} onClick={() => void prepare()}>
          {_('Tell me when it is my turn')}
        </Button>
      )}
      <Leave view={view} />
    </div>
  );
}

/** Asks first: it stands where the second click of who enters by a double click falls, and a place does not come back. */
function Leave({ view }: { view: WaitingRoomView }) {
  const [open, setOpen] = useState(false);
  const leave = () => {
    setOpen(false);
    view.leave();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={_('Leave the waiting room?')}
      description={_('You give up your place. If you wait again once the sale is open, you start at the end.')}
      confirmLabel={_('Leave the waiting room')}
      cancelLabel={_('Stay')}
      destructive
      onConfirm={leave}
      trigger={<LeaveButton pending={view.pending} />}
    />
  );
}

function LeaveButton(props: { pending: boolean; onClick?: () => void }) {
  return (
    <Button variant="quiet" {...props}>
      {_('Leave the waiting room')}
    </Button>
  );
}

/** It is the viewer's turn: said once, also to who looks elsewhere, with how long it lasts. */
function Turn({ view, until, eventName }: { view: WaitingRoomView; until: Timestamp | undefined; eventName: string }) {
  const now = useNow(true);
  const rung = useRef(false);
  useEffect(() => {
    if (rung.current) return;
    rung.current = true;
    signal?.ring(_('It is your turn'), eventName);
    signal?.close();
    signal = undefined;
  }, [eventName]);
  const leftMs = until && now !== undefined ? timestampDate(until).getTime() - now - view.aheadMs : undefined;
  if (leftMs !== undefined && leftMs <= 0) {
    return (
      <Banner tone="warn" action={<Button onClick={() => view.enter(true)}>{_('Wait again')}</Button>}>
        {_('Your turn is over, or you have left. If you wait again, you start at the end.')}
      </Banner>
    );
  }
  return (
    <Banner tone="good" urgent icon={<Hourglass aria-hidden />}>
      {_('It is your turn. Choose your tickets in time:')} {leftMs === undefined ? null : <Countdown ms={leftMs} />}
    </Banner>
  );
}

/** The rule, and what anybody needs to check it. */
function HowItWorks({ room, answer }: { room: SaleRoom; answer: EnterWaitingRoomResponse | undefined }) {
  return (
    <details className="text-small">
      <summary className="cursor-pointer text-ink-muted">{_('How the order is decided')}</summary>
      <div className="grid gap-2 pt-3 text-ink-muted">
        <p>
          {_(
            'Each account has a number: the first 13 hexadecimal digits of SHA-256 over “lot”, the seed, the event and the account, one a line. The lowest is first. Who comes after the opening stands behind, in the order of coming.',
          )}
        </p>
        <p>
          {_(
            'The hash of the seed was published with the sale, and the seed is shown once it is open, so that anybody can check it.',
          )}
        </p>
        <dl className="grid gap-1">
          <dt>{_('SHA-256 of the seed')}</dt>
          <dd className="tabular break-all">{room.seedHash}</dd>
          {room.seed ? (
            <>
              <dt>{_('Seed')}</dt>
              <dd className="tabular break-all">{room.seed}</dd>
            </>
          ) : null}
          {answer && answer.number > 0n ? (
            <>
              <dt>{_('Your number')}</dt>
              <dd className="tabular break-all">{answer.number.toString(16).padStart(13, '0')}</dd>
            </>
          ) : null}
        </dl>
      </div>
    </details>
  );
}
