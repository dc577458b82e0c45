import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { doing, showPage } from '../testing/show-page.tsx';
import { FocalPointField } from './focal-point-field.tsx';

const source = { uri: '/images/i1', width: 1280, height: 720, widths: [360, 1280] };

const changes: { x: number; y: number }[] = [];
beforeEach(() => changes.splice(0));

function Field({ x, y, error }: { x: number; y: number; error?: string }) {
  const [value, setValue] = useState({ x, y });
  const part = { label: 'Focal point', hint: 'What stays.', source, value };
  const onChange = (to: typeof value) => {
    changes.push(to);
    setValue(to);
  };
  return <FocalPointField {...part} {...(error && { error })} onChange={onChange} />;
}
const open = (x: number, y: number) => showPage(<Field x={x} y={y} />);
const handle = () => screen.getByRole('button');
const place = () => [handle().style.left, handle().style.top];
const press = (key: string, shiftKey = false) => doing(() => fireEvent.keyDown(handle(), { key, shiftKey }));
afterEach(cleanup);

test('the arrow keys move the point by one percent, with shift by ten, and never out of the picture [STU-05:focal]', async () => {
  await open(40, 5);
  expect(screen.getByRole('button', { name: 'Focal point 40% from the left, 5% from the top' })).toBeTruthy();
  await press('ArrowRight');
  await press('ArrowUp');
  expect(place()).toEqual(['41%', '4%']);
  await press('ArrowUp', true);
  await press('ArrowLeft', true);
  expect(place()).toEqual(['31%', '0%']);
  await press('ArrowDown', true);
  await press('Enter');
  expect(place()).toEqual(['31%', '10%']);
  await open(95, 100);
  await press('ArrowRight', true);
  await press('ArrowDown');
  expect(place()).toEqual(['100%', '100%']);
});

test('the point goes to where the picture is clicked, and follows a drag until it ends [STU-05:focal]', async () => {
  await open(40, 30);
  const picture = handle().parentElement as HTMLElement;
  let held = false;
  Object.assign(picture, {
    getBoundingClientRect: () => new DOMRect(100, 100, 400, 200),
    setPointerCapture: () => {
      held = true;
    },
    hasPointerCapture: () => held,
  });
  // jsdom's pointer events have no place.
  const prevented: boolean[] = [];
  const send = (name: string, clientX: number, clientY: number, button = 0) =>
    doing(() => {
      const event = new MouseEvent(name, { bubbles: true, cancelable: true, clientX, clientY, button });
      prevented.push(!picture.dispatchEvent(Object.assign(event, { pointerId: 1 })));
    });
  // Another button than the first opens the browser's menu.
  await send('pointerdown', 300, 150, 2);
  expect([place(), held]).toEqual([['40%', '30%'], false]);
  await send('pointermove', 300, 200);
  expect(place()).toEqual(['40%', '30%']);
  await send('pointerdown', 300, 150);
  expect(place()).toEqual(['50%', '25%']);
  expect(document.activeElement).toBe(handle());
  // The press of the first button does not select text, nor take the focus from the point.
  expect(prevented).toEqual([false, false, true]);
  // A move that changes neither percent is no change; one of them is enough.
  await send('pointermove', 301, 150);
  await send('pointermove', 301, 200);
  await send('pointermove', 900, 250);
  expect(changes).toEqual([
    { x: 50, y: 25 },
    { x: 50, y: 50 },
    { x: 100, y: 75 },
  ]);
  expect(place()).toEqual(['100%', '75%']);
  held = false;
  await send('pointermove', 100, 100);
  expect(place()).toEqual(['100%', '75%']);
});

test('keys that move the point do not scroll the page, other keys do what they do everywhere', async () => {
  await open(40, 30);
  expect(['ArrowDown', 'Tab'].map((key) => fireEvent.keyDown(handle(), { key }))).toEqual([false, true]);
});

test('a press before the picture has a size changes nothing', async () => {
  await open(40, 30);
  const picture = handle().parentElement as HTMLElement;
  for (const box of [new DOMRect(0, 0, 0, 200), new DOMRect(0, 0, 400, 0)]) {
    Object.assign(picture, { getBoundingClientRect: () => box, setPointerCapture: () => {} });
    await doing(() =>
      picture.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, clientX: 10, clientY: 10 })),
    );
  }
  expect(changes).toEqual([]);
});

test('what is wrong with the point is an alert that describes it', async () => {
  await showPage(<Field x={40} y={30} error="Choose a point." />);
  expect(screen.getByRole('alert').classList.contains('hidden')).toBe(false);
  expect(handle().getAttribute('aria-describedby')?.split(' ')).toContain(screen.getByRole('alert').id);
  await open(40, 30);
  expect(screen.queryByRole('alert')).toBeNull();
  const [, about = ''] = handle().getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(document.getElementById(about)?.classList.contains('hidden')).toBe(true);
});
