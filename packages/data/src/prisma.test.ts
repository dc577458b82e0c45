import { InsideTransactionError } from '@marquee/runtime/transaction-guard';
import { testDatabase } from '@marquee/testing/test-database';
import { PrismaClient } from '../../../services/notification/gen/prisma/client.ts';
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
  const rows = await db.query<{ sent_at: Date }>('SELECT sent_at FROM dev_inbox_messages');
  expect(rows).toEqual([{ sent_at: made.sentAt }]);
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
