import { PremiereService, ReactionKind } from '@marquee/contracts/film/v1/premiere_pb';
import { REACTIONS, type ReactionName } from '@marquee/rules/premieres';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { _, type Message, msg } from '../../language/words.ts';
import type { PremiereRoom } from './premiere-room.ts';

const SHOWN: Record<ReactionName, { sign: string; name: Message }> = {
  APPLAUSE: { sign: '👏', name: msg('Applause') },
  LOVE: { sign: '❤️', name: msg('Love it') },
  LAUGH: { sign: '😂', name: msg('Funny') },
  WOW: { sign: '😮', name: msg('Wow') },
  TEARS: { sign: '😢', name: msg('Moving') },
};

/** As many float at one time at the most, however many people react. */
const FLOATING_MAX = 16;
const FLOATS_MS = 2_600;
/** One viewer sends them at least so far apart. */
const PRESS_EVERY_MS = 400;

/** The reactions that can be sent. */
export function ReactionButtons({ filmId }: { filmId: string }) {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const [isTooMuch, setTooMuch] = useState(false);
  const send = async (kind: ReactionName) => {
    if (performance.now() - pressedAt.current < PRESS_EVERY_MS) return;
    pressedAt.current = performance.now();
    try {
      await client(PremiereService).reactToPremiere({ filmId, kind: ReactionKind[kind] });
      setTooMuch(false);
    } catch {
      setTooMuch(true);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label={_('Reactions')} className="flex flex-wrap gap-2">
        {REACTIONS.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              aria-label={_(SHOWN[kind].name)}
              title={_(SHOWN[kind].name)}
              onClick={() => void send(kind)}
              className="grid size-11 place-items-center rounded-full border border-line bg-surface text-lead transition-[background-color,scale] duration-(--quick) hover:bg-raised active:scale-90"
            >
              <span aria-hidden>{SHOWN[kind].sign}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-ink-muted text-small">
        {isTooMuch ? _('That one was not sent. Please wait a moment.') : ''}
      </p>
    </div>
  );
}

type Floating = { id: number; kind: ReactionName; at: number };

/** What people send, floating over the film; where motion is not wanted, it appears in its place and goes. */
export function FloatingReactions({ room }: { room: PremiereRoom }) {
  const [floating, setFloating] = useState<Floating[]>([]);
  useEffect(() => {
    let next = 0;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = room.onReactions((kind, count) => {
      const added = Array.from({ length: Math.min(count, FLOATING_MAX / 2) }, () => {
        next += 1;
        return { id: next, kind, at: (next * 37) % 100 };
      });
      setFloating((now) => [...now, ...added].slice(-FLOATING_MAX));
      const timer = setTimeout(() => {
        timers.delete(timer);
        setFloating((now) => now.filter(({ id }) => !added.some((one) => one.id === id)));
      }, FLOATS_MS);
      timers.add(timer);
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [room]);
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-20 overflow-hidden">
      {floating.map(({ id, kind, at }) => (
        <span
          key={id}
          data-reaction={kind}
          className="absolute bottom-14 animate-[reaction_2.6s_ease-out_forwards] text-3xl motion-reduce:animate-[reaction-still_2.6s_forwards]"
          style={{ insetInlineStart: `${6 + at * 0.85}%` }}
        >
          {SHOWN[kind].sign}
        </span>
      ))}
    </div>
  );
}
