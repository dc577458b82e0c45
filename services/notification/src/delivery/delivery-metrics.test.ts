import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { eventually } from '@marquee/testing/eventually';
import { notificationService, signInLink, smtpServer } from '../testing/notification-service.ts';
import { RETRY_DELAYS_MS } from './delivery.ts';

test('mail that a server does not take is seen: how much waits, since when, and how attempts end [SYS-04:mail]', async () => {
  const metrics = openMetrics({ service: 'notification' });
  const said = async () => (await metrics.text()).split('\n').filter((line) => /^marquee_deliver(y|ies)_/.test(line));
  const saidIs = (lines: string[]) => eventually(async () => expect(await said()).toEqual(lines));
  const smtp = await smtpServer();
  const { issue, clock, deliveries } = await notificationService({ SMTP_URL: smtp.url });
  const expiresAt = timestampFromDate(new Date('2030-01-01T00:00:00Z'));
  await issue({ ...signInLink('busy@example.com'), expiresAt });
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'WAITING', attempts: 1 }]));
  clock.advance(RETRY_DELAYS_MS[0]);
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'WAITING', attempts: 2 }]));
  clock.advance(1_000);
  await saidIs([
    'marquee_deliveries_waiting{service="notification"} 1',
    'marquee_delivery_oldest_seconds{service="notification"} 3',
    'marquee_delivery_attempts_total{outcome="sent",failure="",service="notification"} 0',
    'marquee_delivery_attempts_total{outcome="waiting",failure="CARRIER_UNAVAILABLE",service="notification"} 0',
    'marquee_delivery_attempts_total{outcome="waiting",failure="REFUSED_FOR_NOW",service="notification"} 2',
  ]);
  // Nothing of whom it is for.
  expect(await metrics.text()).not.toMatch(/busy|example/);

  smtp.busy.for = false;
  clock.advance(RETRY_DELAYS_MS[1]);
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'SENT', attempts: 3 }]));
  await saidIs([
    'marquee_deliveries_waiting{service="notification"} 0',
    'marquee_delivery_oldest_seconds{service="notification"} 0',
    'marquee_delivery_attempts_total{outcome="sent",failure="",service="notification"} 1',
    'marquee_delivery_attempts_total{outcome="waiting",failure="CARRIER_UNAVAILABLE",service="notification"} 0',
    'marquee_delivery_attempts_total{outcome="waiting",failure="REFUSED_FOR_NOW",service="notification"} 2',
  ]);
  metrics.close();
});
