import { join } from 'node:path';
import { InsideTransactionError } from '@marquee/runtime/transaction-guard';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { testDatabase } from '@marquee/testing/test-database';
import { PrismaClient } from '../../../services/notification/gen/prisma/client.ts';
import { openDatabase } from './database.ts';
import { newId } from './ids.ts';
import { createPrisma } from './prisma.ts';
import { ConstraintError } from './sqlstate.ts';

async function open() {
  const db = await testDatabase('notification');
  return { db, prisma: createPrisma(PrismaClient, db) };
}

const message = () => ({
  id: newId(),
  channel: 'EMAIL',
  address: 'ada@example.com',
  subject: 'Hello',
  text: '',
  html: '',
  links: [],
  code: '',
  sentAt: new Date('2026-11-20T12:00:00Z'),
});

test('reads and single writes go through the pool of the service', async () => {
  const { db, prisma } = await open();
  const made = await prisma.devInboxMessage.create({ data: message() });
  await expect(prisma.devInboxMessage.findUnique({ where: { id: made.id } })).resolves.toEqual(made);
  const rows = await db.query<{ sentAt: Date }>('SELECT sent_at FROM dev_inbox_messages');
  expect(rows).toEqual([{ sentAt: made.sentAt }]);
});

test('inside a transaction it is refused', async () => {
  const { db, prisma } = await open();
  const inside = db.transaction(() => prisma.devInboxMessage.findMany());
  await expect(inside).rejects.toThrow(InsideTransactionError);
});

test('its errors are translated like those of SQL', async () => {
  const { prisma } = await open();
  const made = await prisma.devInboxMessage.create({ data: message() });
  const again = prisma.devInboxMessage.create({ data: { ...message(), id: made.id } });
  await expect(again).rejects.toBeInstanceOf(ConstraintError);
});

test('a database that is unavailable is UNAVAILABLE with a text for the viewer, in every way that it can fail [SYS-03:prisma]', async () => {
  const { db } = await open();
  const url = new URL(db.url);
  const link = await tcpProxy({ path: join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432') });
  const address = `postgresql://${url.username}@127.0.0.1:${link.port}${url.pathname}`;
  const far = openDatabase({ url: address, log: silentLog, applicationName: 'test', max: 1, answerTimeoutMs: 300 });
  const prisma = createPrisma(PrismaClient, far);
  const unavailable = { kind: 'UNAVAILABLE', reason: 'DATABASE_UNAVAILABLE' };
  const ask = () => prisma.devInboxMessage.findMany();
  expect(await ask()).toEqual([]);
  link.lose();
  await expect(ask()).rejects.toMatchObject(unavailable);
  await link.mend();
  await eventually(async () => (await ask()).length === 0);
  const cut = expect(far.transaction((tx) => tx.query('SELECT pg_sleep(10)'))).rejects.toMatchObject(unavailable);
  const waiting = expect(ask()).rejects.toMatchObject(unavailable);
  await link.refuse();
  await Promise.all([cut, waiting]);
  await expect(ask()).rejects.toMatchObject(unavailable);
  await far.close();
  await link.close();
});
