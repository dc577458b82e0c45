// A sale opens: WAITING people enter its waiting room before the hour, wait for their turn, buy one ticket each and pay, and
// visitors open other pages meanwhile. The prepared sale has fewer tickets than people. `WAITING=300 k6 run ticket-opening.js`
// within the time that `npm run load:prepare -- --tickets 50 --opens-in 60` gives; the opening that the product is built for
// has 30,000. `npm run load:judge -- --waiting 300` then compares what the site has on record.
import { Counter, Trend } from 'k6/metrics';
import { randomUUID } from './ids.js';
import { eachPerson, isFirstUser, pause, peopleOptions } from './people.js';
import { filmId, opening, viewerAt, viewerCount } from './prepared.js';
import { callAsync, callOrRefusal, pageAsync, person } from './requests.js';
import { TREND_STATS, thresholds } from './slo.js';
import { summary } from './summary.js';
import { setting } from './target.js';

const WAITING = setting('WAITING', 300);
/** How long after the first entry everybody is through. */
const MINUTES_MAX = setting('MINUTES_MAX', 10);
const ENTER_S = setting('ENTER_S', 20);
const CARD = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
/** In the answer to who was admitted and comes too late all the same. */
const SOLD_OUT = 'sold out';
const CHECKOUT = 'festival.v1.TicketCheckoutService';
/** As the page asks again after a failure. */
const [RETRY_MS, RETRY_MS_MAX, FAILURES_MAX] = [4_000, 60_000, 10];
const ADMISSION_MS = 300_000;
/** One in so many looks from another tab, which has no receipt. */
const OTHER_TAB_EACH = 10;
const [STEP_MS, STEPS_MAX] = [1_000, 20];
const ENDED = ['ORDER_STATE_FULFILLED', 'ORDER_STATE_REFUNDED', 'ORDER_STATE_CANCELLED', 'ORDER_STATE_EXPIRED'];
const VISIT_MS = 500;
const VISITED = ['/', `/feed/${filmId}`, '/sign-in'];

if (!opening) throw new Error('no sale is prepared: npm run load:prepare -- --tickets 50 --opens-in 60');
if (viewerCount < WAITING) throw new Error(`${viewerCount} viewers are prepared, ${WAITING} are to wait`);

/** Tickets that somebody has after paying. */
const sold = new Counter('tickets_sold');
/** Paid, and neither a ticket nor the money is there. */
const chargedWithoutTicket = new Counter('charged_without_ticket');
/** People who neither got a ticket nor learnt that all are sold. */
const lost = new Counter('people_lost');
/** Admitted, and no ticket was left. */
const tooLate = new Counter('admitted_too_late');
/** A place that was higher in a later answer. */
const wentBack = new Counter('place_went_back');
/** From the click of an admitted person to the ticket. */
const clickToTicket = new Trend('click_to_ticket', true);
/** From the admission, which the page learns when it asks again, to the ticket. */
const admissionToTicket = new Trend('admission_to_ticket', true);
const asked = new Trend('question_duration', true);

export const options = {
  ...peopleOptions('opening', WAITING, MINUTES_MAX),
  thresholds: {
    ...thresholds('page_duration'),
    tickets_sold: [`count==${Math.min(opening.tickets, WAITING)}`],
    charged_without_ticket: ['count<1'],
    people_lost: ['count<1'],
    place_went_back: ['count<1'],
    click_to_ticket: ['p(95)<1000'],
  },
  summaryTrendStats: TREND_STATS,
};

export default async function ticketOpening() {
  let isOver = false;
  const visits = isFirstUser() ? visitUntil(() => isOver) : undefined;
  await eachPerson(WAITING, wait);
  isOver = true;
  await visits;
}

async function wait(index) {
  const who = person(index, viewerAt(index));
  // Not all in one moment: the lot makes it worth nothing to be first.
  await pause(Math.random() * ENTER_S * 1_000);
  await pageAsync(who, `/events/${opening.eventId}/tickets`, 'tickets page');
  const turn = await waitForTurn(who, index % OTHER_TAB_EACH === 0);
  if (turn === undefined) return lost.add(1);
  if (turn !== SOLD_OUT) await buy(who, turn);
}

/** Visitors, each from an address of their own, whether or not the site keeps up. */
async function visitUntil(isOver) {
  const visits = [];
  for (let n = 0; !isOver(); n += 1) {
    const path = VISITED[n % VISITED.length];
    visits.push(pageAsync(person(WAITING + n), path, path === '/sign-in' ? 'sign-in page' : 'page'));
    await pause(VISIT_MS);
  }
  await Promise.all(visits);
}

async function waitForTurn(who, hasOtherTab) {
  let receipt = '';
  let place = Number.POSITIVE_INFINITY;
  let failures = 0;
  for (let asks = 0; ; asks += 1) {
    const askedAt = Date.now();
    const sent = { eventId: opening.eventId, receipt: hasOtherTab && asks === 1 ? '' : receipt };
    const answer = await callAsync(who, 'realtime.v1.WaitingRoomService/EnterWaitingRoom', sent);
    asked.add(Date.now() - askedAt);
    if (!answer) {
      failures += 1;
      if (failures > FAILURES_MAX) return undefined;
      await pause(Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** (failures - 1)));
      continue;
    }
    failures = 0;
    const state = String(answer.state);
    if (state === 'ROOM_STATE_ADMITTED') return answer;
    if (state === 'ROOM_STATE_SOLD_OUT') return SOLD_OUT;
    if (state !== 'ROOM_STATE_REGISTERED' && state !== 'ROOM_STATE_WAITING') return undefined;
    receipt = answer.receipt || receipt;
    if (answer.place > place) wentBack.add(1);
    place = answer.place || place;
    await pause(answer.askAgainMs);
  }
}

/** Asks until there is an answer, as people press again. */
async function untilAnswered(ask) {
  let outcome = {};
  for (let n = 0; n < STEPS_MAX && !outcome.answer && !outcome.refusal; n += 1) {
    if (n > 0) await pause(STEP_MS);
    outcome = await ask();
  }
  return outcome;
}

async function buy(who, { admission, admittedUntil, now }) {
  const orderId = randomUUID();
  const startedAt = Date.now();
  const order = { orderId, ticketTypeId: opening.typeId, quantity: 1, price: String(opening.price), admission };
  const opened = await untilAnswered(() => callOrRefusal(who, `${CHECKOUT}/OpenTicketOrder`, order, [SOLD_OUT]));
  if (opened.refusal) return tooLate.add(1);
  if (!opened.answer) return lost.add(1);
  let state;
  for (let n = 0; n < STEPS_MAX && !ENDED.includes(state); n += 1) {
    if (n > 0) await pause(STEP_MS);
    // Who has no answer presses again; with one, the page asks what became of the order.
    const method = state === undefined ? 'ConfirmTestTicketPayment' : 'GetTicketOrder';
    const answer = await callAsync(who, `${CHECKOUT}/${method}`, { orderId, ...(state === undefined && CARD) });
    state = answer?.order?.state ?? state;
  }
  if (state === 'ORDER_STATE_FULFILLED') {
    const took = Date.now() - startedAt;
    clickToTicket.add(took);
    // By the clock of the site.
    admissionToTicket.add(Date.parse(now) - (Date.parse(admittedUntil) - ADMISSION_MS) + took);
    sold.add(1);
  } else if (state === 'ORDER_STATE_PAID') chargedWithoutTicket.add(1);
  else if (state !== 'ORDER_STATE_REFUNDED') lost.add(1);
}

export const handleSummary = summary('ticket-opening', WAITING);
