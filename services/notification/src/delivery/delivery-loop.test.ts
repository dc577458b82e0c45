import { createClient, createRouterTransport } from '@connectrpc/connect';
import { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import { JudgeService } from '@marquee/contracts/festival/v1/judging_pb';
import { DecisionMailService } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { TicketMailService } from '@marquee/contracts/festival/v1/ticket_mail_pb';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { OwnDataMailService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { openDatabase } from '@marquee/data/database';
import { attemptWork, startWorkLoop } from '@marquee/data/work-loop';
import { createOutbox } from '@marquee/events/outbox';
import { memorySignals } from '@marquee/runtime/signals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { testDatabase } from '@marquee/testing/test-database';
import { type Carrier, noTextCarrier } from '../mail/mailer.ts';
import { createRefusalTokens } from '../refusals/refusal-tokens.ts';
import * as deliveries from './deliveries.ts';
import type { ClaimedDelivery } from './delivery.ts';
import { deliveryLoop } from './delivery-loop.ts';
import { subjectOwners } from './subject-owners.ts';

const notAsked = (): never => {
  throw new Error('There are no notices here.');
};
const noNotices = {
  namesOf: notAsked,
  push: { publicKey: '', allows: notAsked, send: notAsked, close: () => {} },
  printer: { print: notAsked },
};

test('while the database is unavailable deliveries wait quietly', async () => {
  const { log, lines } = recordingLog();
  // Nobody listens there.
  const unavailable = openDatabase({ url: 'postgres://127.0.0.1:1/nothing', log, applicationName: 'test' });
  atEnd(() => unavailable.close());
  let asked = 0;
  const db: typeof unavailable = {
    ...unavailable,
    query(...statement) {
      asked += 1;
      return unavailable.query(...statement);
    },
  };
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const nobody = createRouterTransport(() => {});
  const worker = startWorkLoop(
    deliveryLoop({
      db,
      log,
      clock,
      outbox: createOutbox({ clock }),
      signals: memorySignals(),
      owners: subjectOwners({
        identity: createClient(SessionService, nobody),
        people: createClient(PeopleService, nobody),
        persons: createClient(PersonFactsService, nobody),
        ownData: createClient(OwnDataMailService, nobody),
        film: createClient(CrewService, nobody),
        moderation: createClient(ModerationService, nobody),
        decisions: createClient(DecisionMailService, nobody),
        judges: createClient(JudgeService, nobody),
        gifts: createClient(GiftService, nobody),
        ticketMails: createClient(TicketMailService, nobody),
      }),
      publicUrl: 'http://127.0.0.1:3000',
      refusalTokens: createRefusalTokens('h', 't'),
      carriers: { EMAIL: noTextCarrier, SMS: noTextCarrier },
      ...noNotices,
    }),
  );
  await eventually(() => asked > 1);
  await worker.close();
  expect(lines()).toEqual([]);
});

test('a message that was sent by an attempt that had lost its row is logged, and the row stays as the other has it', async () => {
  const { log, said } = recordingLog();
  const db = await testDatabase('notification');
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const subject = { kind: 'CREW_INVITATION', subjectId: crypto.randomUUID(), generation: 1 } as const;
  await db.transaction((tx) => deliveries.plan(tx, subject, clock.now()));
  const late = (await deliveries.work.claim(db, clock.now())) as ClaimedDelivery;
  await db.query("UPDATE deliveries SET attempts = 2, leased_until = now() + interval '1 minute'");

  const sent: string[] = [];
  const carrier: Carrier = {
    send: async ({ to, message }) => void sent.push(`${to} ${/lang="\w+"/.exec(message.html)}`),
    close: () => {},
  };
  const film = createRouterTransport(({ service }) => {
    service(CrewService, {
      getCreditInvitation: async () => ({ email: 'noor@example.com', filmTitle: 'Low Tide', language: 'es' }),
    });
  });
  const loop = deliveryLoop({
    ...{ db, log, clock, publicUrl: 'http://127.0.0.1:3000', carriers: { EMAIL: carrier, SMS: noTextCarrier } },
    ...{ outbox: createOutbox({ clock }), signals: memorySignals(), refusalTokens: createRefusalTokens('h', 't') },
    ...noNotices,
    owners: subjectOwners({
      identity: createClient(SessionService, film),
      people: createClient(PeopleService, film),
      persons: createClient(PersonFactsService, film),
      ownData: createClient(OwnDataMailService, film),
      film: createClient(CrewService, film),
      moderation: createClient(ModerationService, film),
      decisions: createClient(DecisionMailService, film),
      judges: createClient(JudgeService, film),
      gifts: createClient(GiftService, film),
      ticketMails: createClient(TicketMailService, film),
    }),
  });
  await attemptWork(loop, late, new AbortController().signal);
  // In the language that film says.
  expect(sent).toEqual(['noor@example.com lang="es"']);
  expect(said()).toEqual(['an attempt ended after its row was taken over or ended']);
  expect(await db.query('SELECT state, attempts FROM deliveries')).toEqual([{ state: 'WAITING', attempts: 2 }]);
});

test('four messages are sent at once, and one whose announcement was lost waits a second at most', () => {
  const resources = {} as Parameters<typeof deliveryLoop>[0];
  expect(deliveryLoop(resources)).toMatchObject({ concurrency: 4, pollMs: 1_000 });
});
