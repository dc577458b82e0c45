import { createClient, createRouterTransport } from '@connectrpc/connect';
import { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import { SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import { openDatabase } from '@marquee/data/database';
import { startWorkLoop } from '@marquee/data/work-loop';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { noTextCarrier } from '../mail/mailer.ts';
import { deliveryLoop } from './delivery-loop.ts';

test('while the database is away deliveries wait quietly', async () => {
  const { log, lines } = recordingLog();
  // Nobody listens there.
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/nothing', log, applicationName: 'test' });
  atEnd(() => away.close());
  let asked = 0;
  const db: typeof away = {
    ...away,
    query(...statement) {
      asked += 1;
      return away.query(...statement);
    },
  };
  const nobody = createRouterTransport(() => {});
  const worker = startWorkLoop(
    deliveryLoop({
      db,
      log,
      clock: fixedClock('2026-11-20T12:00:00Z'),
      identity: createClient(SessionService, nobody),
      film: createClient(CrewService, nobody),
      publicUrl: 'http://127.0.0.1:3000',
      carriers: { EMAIL: noTextCarrier, SMS: noTextCarrier },
    }),
  );
  await eventually(() => asked > 1);
  await worker.close();
  expect(lines()).toEqual([]);
});
