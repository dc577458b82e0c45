import { atEnd } from '@marquee/testing/cleanup';
import { marksOn } from '../testing/pdf-marks.ts';
import { openPrinter } from './printer.ts';

const asked = (title: string) => ({ language: 'en', title, lines: ['A line'], tables: [] });
const printer = () => openPrinter({ onClose: atEnd });
/** Where its words stand. */
const placesOf = async (pdf: Promise<Uint8Array<ArrayBuffer>>) => (await marksOn(await pdf)).length;

test('documents and tickets that are asked for at once are each made', async () => {
  const { print } = printer();
  const ticket = {
    title: 'Night',
    festivalName: 'F',
    when: 'W',
    where: 'H',
    ticketTypeName: 'T',
    code: 'c',
    note: 'N',
  };
  const tickets = { language: 'en', title: 'Tickets', tickets: [ticket, ticket, ticket] };
  const pages = [print(asked('One')), print(tickets), print(asked('Two'))].map(placesOf);
  expect(await Promise.all(pages)).toEqual([1, 3, 1]);
});

test('what cannot be printed is an error to who asked for it, and the next is printed', async () => {
  const { print } = printer();
  const broken = print({ ...asked('Broken'), tables: [{}] } as never);
  const next = print(asked('Next'));
  await expect(broken).rejects.toThrow('undefined');
  expect(await placesOf(next)).toBe(1);
});
