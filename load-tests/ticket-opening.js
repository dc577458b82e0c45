// A sale opens: WAITING people enter its waiting room before the hour, wait for their turn, buy one ticket each and pay. The
// prepared sale has fewer tickets than people. `WAITING=300 k6 run ticket-opening.js` within the time that
// `npm run load:prepare -- --tickets 50 --opens-in 60` gives; the opening that the product is built for has 30,000.
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { randomUUID } from './ids.js';
import { nextViewer, opening, viewerCount } from './prepared.js';
import { count, person } from './requests.js';
import { TREND_STATS, thresholds } from './slo.js';
import { summary } from './summary.js';
import { baseUrl, setting } from './target.js';

const WAITING = setting('WAITING', 300);
/** How long after the first entry everybody is through. */
const MINUTES_MAX = setting('MINUTES_MAX', 10);
const ENTER_S = setting('ENTER_S', 20);
const CARD = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
const TIMEOUT = '30s';
/** In the answer to who was admitted and comes too late all the same. */
const SOLD_OUT = 'sold out';

if (!opening) throw new Error('no sale is prepared: npm run load:prepare -- --tickets 50 --opens-in 60');
if (viewerCount < WAITING) throw new Error(`${viewerCount} viewers are prepared, ${WAITING} are to wait`);

/** Tickets that somebody has after paying. */
const sold = new Counter('tickets_sold');
/** Paid, and neither a ticket nor the money is there. */
const chargedWithoutTicket = new Counter('charged_without_ticket');
/** People who neither got a ticket nor learnt that all are sold. */
const lost = new Counter('people_lost');
/** A place that was higher in a later answer. */
const wentBack = new Counter('place_went_back');
/** From the click of an admitted person to the ticket. */
const clickToTicket = new Trend('click_to_ticket', true);
const waited = new Trend('question_duration', true);

export const options = {
  scenarios: {
    opening: {
      executor: 'per-vu-iterations',
      vus: WAITING,
      iterations: 1,
      maxDuration: `${MINUTES_MAX}m`,
    },
  },
  thresholds: {
    ...thresholds(),
    tickets_sold: [`count==${Math.min(opening.tickets, WAITING)}`],
    charged_without_ticket: ['count<1'],
    people_lost: ['count<1'],
    place_went_back: ['count<1'],
    click_to_ticket: ['p(95)<1000'],
  },
  summaryTrendStats: TREND_STATS,
};

/** Calls a method; gives its answer, or what a refusal says that belongs to a sale. */
function ask(who, method, message, refusals = []) {
  const headers = { ...who, 'content-type': 'application/json', origin: baseUrl, 'sec-fetch-site': 'same-origin' };
  const name = method.slice(method.lastIndexOf('.') + 1);
  const response = http.post(`${baseUrl}/rpc/${method}`, JSON.stringify(message), {
    ...{ headers, tags: { name }, timeout: TIMEOUT },
  });
  if (name.startsWith('WaitingRoomService')) waited.add(response.timings.duration);
  const body = String(response.body || '');
  const refusal = refusals.find((text) => response.status >= 400 && body.includes(text));
  if (refusal) return { refusal };
  return count(response, [200], name) ? { answer: response.json() } : {};
}

export default function ticketOpening() {
  const who = person(exec.vu.idInTest, nextViewer());
  // Not all in one moment: the lot makes it worth nothing to be first.
  sleep(Math.random() * ENTER_S);
  const admission = waitForTurn(who);
  if (admission === undefined) return lost.add(1);
  if (admission === 'SOLD_OUT') return;
  buy(who, admission);
}

function waitForTurn(who) {
  let receipt = '';
  let place = Number.POSITIVE_INFINITY;
  let failures = 0;
  for (;;) {
    const { answer } = ask(who, 'realtime.v1.WaitingRoomService/EnterWaitingRoom', {
      eventId: opening.eventId,
      receipt,
    });
    if (!answer) {
      failures += 1;
      if (failures > 5) return undefined;
      sleep(4);
      continue;
    }
    const state = String(answer.state);
    if (state === 'ROOM_STATE_ADMITTED') return answer.admission;
    if (state === 'ROOM_STATE_SOLD_OUT') return 'SOLD_OUT';
    if (state !== 'ROOM_STATE_REGISTERED' && state !== 'ROOM_STATE_WAITING') return undefined;
    receipt = answer.receipt || receipt;
    if (answer.place > place) wentBack.add(1);
    place = answer.place || place;
    sleep((answer.askAgainMs || 3_000) / 1_000);
  }
}

function buy(who, admission) {
  const orderId = randomUUID();
  const startedAt = Date.now();
  const order = { orderId, ticketTypeId: opening.typeId, quantity: 1, price: String(opening.price), admission };
  const opened = ask(who, 'festival.v1.TicketCheckoutService/OpenTicketOrder', order, [SOLD_OUT]);
  if (opened.refusal) return;
  if (!opened.answer) return lost.add(1);
  const paid = ask(who, 'festival.v1.TicketCheckoutService/ConfirmTestTicketPayment', { orderId, ...CARD });
  let state = paid.answer?.order?.state;
  for (let n = 0; n < 10 && state !== 'ORDER_STATE_FULFILLED' && state !== 'ORDER_STATE_REFUNDED'; n += 1) {
    sleep(1);
    const asked = ask(who, 'festival.v1.TicketCheckoutService/GetTicketOrder', { orderId });
    state = asked.answer?.order?.state;
  }
  if (state === 'ORDER_STATE_FULFILLED') {
    clickToTicket.add(Date.now() - startedAt);
    sold.add(1);
  } else if (state !== 'ORDER_STATE_REFUNDED') chargedWithoutTicket.add(1);
}

export const handleSummary = summary('ticket-opening');
